import path from "node:path";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { InlineConfig, Plugin } from "vite";
import { noncePlaceholder } from "../electron/hosts/renderer-files.ts";
import { notePackages } from "./notices.ts";

const root = path.resolve(import.meta.dirname, "..");

/** Vite's configuration for the window: one page, hashed assets, nothing inlined, so that the strict policy holds. Packages that go into it are added to `packages`. */
export function rendererConfig(outDir: string, packages = new Set<string>()): InlineConfig {
  return {
    configFile: false,
    root: path.join(root, "renderer"),
    base: "./",
    logLevel: "warn",
    plugins: [strictPageFirst(), react(), tailwind(), notePackages(packages)],
    html: { cspNonce: noncePlaceholder },
    worker: { format: "es", plugins: () => [notePackages(packages)] },
    build: {
      outDir,
      emptyOutDir: true,
      target: "chrome140",
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 5_000,
      modulePreload: { polyfill: false },
    },
  };
}

/** Puts host/strict-page.ts before every other module: libraries create style elements and try out eval as they load. */
function strictPageFirst(): Plugin {
  return {
    name: "querent:strict-page-first",
    transformIndexHtml: {
      order: "pre",
      handler: () => [
        { tag: "script", attrs: { type: "module", src: "/host/strict-page.ts" }, injectTo: "head-prepend" },
      ],
    },
  };
}
