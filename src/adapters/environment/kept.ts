/** A connection that is made when it is needed, once for all that need it, and again after it was found broken. */
export interface Kept<T> {
  get(): Promise<T>;
  /** The next `get` makes a new one. */
  drop(): void;
  isMade(): boolean;
}

export function kept<T>(make: () => Promise<T>): Kept<T> {
  let current: Promise<T> | null = null;
  const drop = (): void => {
    current = null;
  };
  return {
    drop,
    isMade: () => current !== null,
    get() {
      if (current === null) {
        const made = make();
        current = made;
        made.catch(() => {
          if (current === made) drop();
        });
      }
      return current;
    },
  };
}
