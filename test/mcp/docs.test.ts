import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const DOCUMENT = readFileSync(new URL("../../docs/mcp.md", import.meta.url), "utf8");

function blocks(language: string): readonly string[] {
  return [...DOCUMENT.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "gm"))].map(([, text = ""]) => text);
}

test("[MCP-18] every client has its configuration, and each is valid", () => {
  for (const name of ["Claude Code", "Claude Desktop", "Cursor", "VS Code", "Codex", "Gemini CLI", "opencode"])
    expect(DOCUMENT).toMatch(new RegExp(`^### ${name}$`, "m"));
  const parsed = blocks("json").map((text) => JSON.parse(text) as object);
  expect(parsed.map((one) => Object.keys(one).find((key) => key !== "$schema" && key !== "version"))).toEqual([
    "mcpServers",
    "mcpServers",
    "mcpServers",
    "servers",
    "mcpServers",
    "mcp",
    "mcp",
    "http",
    "mcpServers",
    "mcpServers",
    "inputs",
    "mcpServers",
    "mcp",
    "hooks",
    "hooks",
    "hooks",
  ]);
  for (const text of blocks("toml")) expect(text).toMatch(/^\[mcp_servers\.bellhop\]\n(?:\w+ = .+\n)+$/);
});
