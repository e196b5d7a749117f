import { toCamelCase } from "../base/case.ts";

type CamelKey<Key> = Key extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelKey<Tail>>}` : Key;
type CamelValue<Value> =
  Value extends Readonly<Record<string, unknown>> ? (string extends keyof Value ? Value : Camel<Value>) : Value;

/** `Input` with the names that the library uses. */
export type Camel<Input> = {
  [Key in keyof Input as CamelKey<Key> & PropertyKey]: CamelValue<Input[Key]>;
};

/** {@link toCamelCase} with its type: the compiler sees that an input fits the options it is passed on as. */
export function camel<Input extends object>(input: Input): Camel<Input> {
  return toCamelCase(input) as Camel<Input>;
}
