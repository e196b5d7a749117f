import { defineConfig, type UserConfig } from "vite";

/** One page, everything bundled, names with hashes. Nothing is put inline: the page's policy forbids it. */
const config: UserConfig = defineConfig({
  root: import.meta.dirname,
  base: "/",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: ["chrome123", "firefox121", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: false,
    emptyOutDir: true,
  },
  clearScreen: false,
});

export default config;
