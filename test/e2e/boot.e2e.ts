import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { distFolder } from "../../build/build.ts";
import { eachHost, type Launched } from "../support/launch.ts";

eachHost("the workbench", (launch) => {
  let app: Launched;
  const folder = mkdtempSync(path.join(tmpdir(), "querent-boot-"));
  afterEach(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("opens on the sample project, in a page that breaks no rule of its policy", async () => {
    app = await launch({ folder, first: true });
    await app.page.getByText("Harbour of Varnhaven").first().waitFor();
    await app.page.locator(".monaco-editor .view-line").first().waitFor();
    expect(app.pageErrors).toEqual([]);
  });
});

it("the window holds React's production build, also where a test run had it built", () => {
  const assets = path.join(distFolder("renderer"), "assets");
  const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
  expect(scripts).not.toEqual([]);
  const ofDevelopment = scripts.filter((name) =>
    readFileSync(path.join(assets, name), "utf8").includes("react_stack_bottom_frame"),
  );
  expect(ofDevelopment).toEqual([]);
});
