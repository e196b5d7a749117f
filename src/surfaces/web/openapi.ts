import { z } from "zod";

import { isObject } from "../../base/json.ts";
import type { Endpoint } from "./endpoints.ts";

/** OpenAPI 3.1 of the API, from the same schemas that check the requests. */
export function openApi(endpoints: readonly Endpoint[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = describe(endpoint);
  return {
    openapi: "3.1.0",
    info: {
      title: "Bellhop",
      version,
      description:
        "What `bellhop web` serves on 127.0.0.1. Answers are those of the operations, in snake_case. Besides: GET /api/stream (server-sent events), GET /api/processes/{id}/download (text/plain), GET /api/processes/{id}/find?text&since&line (lines of the log with their numbers), GET /metrics (Prometheus).",
    },
    security: [{ token: [] }],
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer", description: "The file `token` in the home." } },
    },
    paths,
  };
}

function describe({ method, path, operation, fixed }: Endpoint): object {
  const schema = z.toJSONSchema(operation.input, { unrepresentable: "any" });
  const properties = isObject(schema.properties) ? schema.properties : {};
  const names = Object.keys(properties).filter(
    (name) => !(name in fixed) && !(name === "session_id" && path.includes("{id}")),
  );
  const required = names.filter((name) => schema.required?.includes(name));
  const ids = path.includes("{id}") ? [{ name: "id", in: "path", required: true, schema: { type: "string" } }] : [];
  const queries = names.map((name) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema: properties[name],
  }));
  const body = {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
    ...(required.length > 0 && { required }),
  };
  return {
    operationId: operation.name,
    summary: operation.description,
    parameters: method === "POST" ? ids : [...ids, ...queries],
    ...(method === "POST" &&
      names.length > 0 && {
        requestBody: { required: required.length > 0, content: { "application/json": { schema: body } } },
      }),
    responses: {
      200: { description: "What the operation answers.", content: { "application/json": {} } },
      default: { description: "{ error }: a sentence.", content: { "application/json": {} } },
    },
  };
}
