import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { anyHost } from "../support/launch.ts";
import { runQuerent } from "../support/run-querent.ts";
import { sharedData } from "../support/shared-data.ts";
import {
  addFollowUp,
  ambiguities,
  card,
  choose,
  hide,
  isFocused,
  isHidden,
  knowledgeGraph,
  makeVague,
  question,
  rename,
  run,
  saved,
  searchInGold,
  select,
  showTestsOf,
  snippet,
  takeUp,
  useAsSnippetOf,
  verdicts,
  widenTo,
  writeInGold,
} from "./support/authoring-page.ts";
import { certificate, certified } from "./support/certificate-page.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import { findingsPane, openTask, runEnded, task, testsPane } from "./support/task-page.ts";
import { importTasks } from "./support/tasks-page.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const source = sharedData("livesqlbench");

const theFormula =
  "(10 - ABS(p_airtemp - 15)/10) * p_trans * (1 - p_humidity/200) * ((100 - p_lunar_deg)/100)";
const followUpGold =
  "SELECT observstation, calculate_disf(airtempc, atmostransparency, humidityrate, lunardistdeg) AS disf FROM observatories ORDER BY disf DESC LIMIT 1";

const passed = ["as shipped: passed", "fixed: passed"];

/** Scans at and beside each bound of the view, with what they hang on, and two clouds of one scan. */
const scansAtTheBounds = `def test_case(pred_sqls, sol_sqls, db_name, conn):
    def rows_of(sql):
        rows, error, timeout = execute_queries([sql], db_name, conn)
        assert not error and not timeout, f"this does not run: {sql}"
        return [tuple(row) for row in rows or []]

    # Project, crew of the cloud, resolution, density, coverage, overlap, noise.
    best = (1.0, 1000, 95.0, 30.0, 1.4)
    cases = [("T0", "A", *best), ("T0", "A", *best), ("T1", "B", *best), ("T2", "A", *best)]
    worse = [(1.1, 1000, 95.0, 30.0, 1.4), (1.0, 999, 95.0, 30.0, 1.4), (1.0, 1000, 94.9, 30.0, 1.4), (1.0, 1000, 95.0, 29.9, 1.4), (1.0, 1000, 95.0, 30.0, 1.5)]
    cases += [(f"T{at}", "A", *values) for at, values in enumerate(worse, start=3)]
    rows_of("INSERT INTO personnel (crewregistry) VALUES ('A'), ('B')")
    for project in sorted({case[0] for case in cases}):
        rows_of(f"INSERT INTO projects (arcregistry) VALUES ('{project}')")
        rows_of(f"INSERT INTO sites (zoneregistry) VALUES ('Z{project}')")
        if project != "T2":  # a cloud without a scan
            rows_of(f"INSERT INTO scans (questregistry, chronotag, arcref, crewref, zoneref) VALUES ('Q{project}', '2025-01-02', '{project}', 'A', 'Z{project}')")
    for at, (project, crew, *values) in enumerate(cases):
        rows_of(f"INSERT INTO scanpointcloud (cloudregistry, arcref, crewref, scanresolmm, pointdense, coverpct, lappct, noisedb) VALUES ({9000 + at}, '{project}', '{crew}', {', '.join(map(str, values))})")
    found = [(*row[:3], str(row[3])[:10], *map(float, row[4:])) for row in rows_of("SELECT * FROM view_premium_quality_scans WHERE arcref LIKE 'T_' OR arcref IS NULL")]
    assert found == [("QT0", "T0", "ZT0", "2025-01-02", *best)] * 2, f"it shows {found}"
`;

/** What is looked at of a row of BIRD-Interact's form. */
interface Exported {
  instance_id: string;
  user_query_ambiguity: { critical_ambiguity: unknown[]; non_critical_ambiguity: unknown[] };
  knowledge_ambiguity: { deleted_knowledge: number }[];
  follow_up: object | null;
}

const kindsOf = ({ instance_id, user_query_ambiguity, knowledge_ambiguity, follow_up }: Exported) => ({
  instance_id,
  critical: user_query_ambiguity.critical_ambiguity.length,
  "non-critical": user_query_ambiguity.non_critical_ambiguity.length,
  knowledge: knowledge_ambiguity.map(({ deleted_knowledge }) => deleted_knowledge),
  followUp: follow_up !== null,
});

describe.skipIf(source === null)(
  `clear tasks of LiveSQLBench${source === null ? " (skipped: ../shared/data is not here)" : ""}`,
  () => {
    anyHost("made interactive", (launch) => {
      const at = oneWindow(launch);
      let page: Page;
      beforeAll(async () => {
        page = at.page;
        await importTasks(page, filesIn(at.folder, source as string), "LiveSQLBench");
        await task(page, "5").waitFor(patience);
      });

      test("a query, by the keyboard", async () => {
        await makeVague(page, "at least 5 occurrences", "enough occurrences");
        await ambiguities(page).getByRole("combobox", { name: "Type" }).focus();
        await page.keyboard.press("Enter");
        await page.getByRole("option", { name: "Semantic" }).waitFor(patience);
        await page.keyboard.type("Sem");
        await page.keyboard.press("Enter");
        await ambiguities(page).getByText("Semantic", { exact: true }).first().waitFor(patience);
        await writeInGold(page);
        await page.keyboard.press("Control+End");
        await page.keyboard.press("ArrowLeft");
        await widenTo(page, "COUNT(*) > 5");
        await page.keyboard.press("Alt+u");
        await expect.poll(() => snippet(page).inputValue(), patience).toBe("COUNT(*) > 5");

        await page.keyboard.press("Escape");
        const proposed = page.getByRole("region", { name: "Proposed from the gold" });
        await proposed.getByRole("button", { name: /^Accept/, disabled: false }).waitFor(patience);
        await page.keyboard.press("Alt+y");
        await card(page, 2, "modulation type").waitFor(patience);

        await hide(page, 30);
        await takeUp(page, 3);
        await searchInGold(page, "s.ModIndex *");
        await widenTo(page, /^AVG\(s\.ModIndex \* .* END\)$/s);
        await page.keyboard.press("Alt+u");
        await expect.poll(() => snippet(page).inputValue(), patience).toMatch(/^AVG\(s\.ModIndex/);
        await page.keyboard.press("Escape");

        await page.keyboard.press("Alt+w");
        await expect.poll(() => isFocused(page, "Follow-up"), patience).toBe(true);
        await page.keyboard.type("And which of them has the highest average SNR?");
        await page.keyboard.press("Escape");
        await page.getByRole("tab", { name: /^Follow-up gold/ }).focus();
        await page.keyboard.press("Enter");
        await writeInGold(page);
        await page.keyboard.insertText(
          "SELECT ModType FROM Signals GROUP BY ModType ORDER BY AVG(SnrRatio) DESC LIMIT 1",
        );
        await page.keyboard.press("Escape");
        await saved(page);

        await page.keyboard.press("r");
        // The three rows of the demo's tables leave the gold of phase 1 empty, which the evaluator fails as shipped.
        expect(await verdicts(await runEnded(page))).toEqual([
          ["as shipped: failed", "fixed: passed"],
          passed,
        ]);
      });

      test("a management task, by the mouse, with a follow-up on the state that it leaves and a test from the form", async () => {
        await openTask(page, "M_1");
        await rename(page, "alien_M_1");
        await page.getByRole("button", { name: "Make it ambiguous" }).click();
        const text = await question(page, "Ambiguous question").inputValue();
        await question(page, "Ambiguous question").fill(
          text.replace(
            "the Detection Instrument Sensitivity Factor (DISF)",
            "how sensitive our instruments are",
          ),
        );
        await select(page, "how sensitive our instruments are");
        await page.getByRole("button", { name: "New ambiguity: how sensitive our instruments are" }).click();
        await card(page, 1, "how sensitive our instruments are").waitFor(patience);
        await choose(page, "Type", "Knowledge linking");
        const formula = page
          .locator(".monaco-editor .view-line > span", { hasText: "p_humidity/200" })
          .first();
        await page.locator(".monaco-editor").first().hover();
        await expect
          .poll(async () => {
            await page.mouse.wheel(0, 120);
            return formula.isVisible();
          }, patience)
          .toBe(true);
        await formula.click();
        // The focus leaves the editor with the very press, which a slow window comes to at once with what is pressed.
        const press = (name: string) =>
          page.getByRole("button", { name, disabled: false }).evaluate((own: HTMLButtonElement) => {
            own.focus();
            own.click();
          });
        await widenTo(page, theFormula, () => press("Expand selection"));
        const part = page.getByRole("region", { name: "Part of the gold" });
        await press("Shrink selection");
        await expect.poll(() => part.innerText(), patience).not.toContain(theFormula);
        await page.getByRole("button", { name: "Expand selection" }).click();
        await useAsSnippetOf(page, 1);
        await expect.poll(() => snippet(page).inputValue(), patience).toBe(theFormula);

        await page.getByRole("tab", { name: /^Knowledge graph/ }).click();
        await knowledgeGraph(page).getByRole("button", { name: /^5 / }).click();
        await page
          .getByRole("region", { name: "Node 5" })
          .getByRole("button", { name: "Hide from the system" })
          .click();
        await isHidden(page, 5);
        await useAsSnippetOf(page, 2);

        await page.getByRole("button", { name: "Add a follow-up" }).click();
        await question(page, "Follow-up").fill("Use it for every observatory: which has the highest value?");
        const followUp = page.getByRole("region", { name: "Follow-up", exact: true });
        await followUp.getByRole("button", { name: /^Type, category/ }).click();
        const fields = page.getByRole("dialog", { name: "The fields of the follow-up" });
        await fields.getByRole("combobox", { name: "Type" }).click();
        await page.getByRole("option", { name: /^State/ }).click();
        await page.keyboard.press("Escape");
        await page.getByRole("tab", { name: /^Follow-up gold/ }).click();
        await page.locator(".monaco-editor").first().click();
        await page.keyboard.insertText(followUpGold);

        await page.getByRole("tab", { name: /^Tests/ }).click();
        const tests = testsPane(page);
        await showTestsOf(page, "Phase 1");
        await tests.getByRole("button", { name: "New test" }).click();
        await page.getByRole("menuitem", { name: /^A function returns/ }).click();
        await tests.getByLabel("Function", { exact: true }).fill("calculate_disf");
        await tests.getByLabel("Arguments 1", { exact: true }).fill("15, 1, 0, 0");
        await tests.getByLabel("Expected value", { exact: true }).fill("10");
        // The test that came with the task hands over a text where conv wants a list.
        await page.getByRole("combobox", { name: "Evaluator" }).click();
        await page.getByRole("option", { name: /^adk/ }).click();
        expect(await run(page)).toEqual([passed, passed]);
      });

      test("a query whose gold has to be mended before it runs, where its finding leads to", async () => {
        await openTask(page, "7");
        await page.getByRole("tab", { name: /^Findings/ }).click();
        await findingsPane(page).getByText("does not parse on line 39").click();
        await writeInGold(page);
        // The finding leads to the FROM; the comma that is too much ends the line before.
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("End");
        await page.keyboard.press("Backspace");
        await page.keyboard.press("Escape");
        await findingsPane(page)
          .getByText("does not parse")
          .waitFor({ state: "detached", ...patience });

        await makeVague(
          page,
          "into Environmental Condition Classification System according to average ESI value",
          "by how well one can scan there",
        );
        await choose(page, "Type", "Knowledge linking");
        await searchInGold(page, "AVG(ea.esi) > 85");
        await widenTo(page, /^CASE .* END$/s);
        await page.keyboard.press("Alt+u");
        await expect.poll(() => snippet(page).inputValue(), patience).toMatch(/^CASE\s.*\sEND$/s);
        await page.keyboard.press("Escape");
        await hide(page, 7);
        await card(page, 2, "Environmental Suitability Index").waitFor(patience);
        await searchInGold(page, "100 - 2.5");
        await useAsSnippetOf(page, 2);
        await expect.poll(() => snippet(page).inputValue(), patience).toMatch(/^100 - 2\.5 .*100\)$/s);
        await addFollowUp(
          page,
          "Of these, only the three sites whose names come first.",
          "SELECT s.zoneregistry, s.zonelabel FROM sites s ORDER BY s.zonelabel LIMIT 3",
        );
        expect(await run(page)).toEqual([passed, passed]);
      });

      test("another task is shown from its beginning, in a window that stands still", async () => {
        const beginning = () =>
          page
            .getByRole("region", { name: "Ambiguous question" })
            .evaluate((own) => own.getBoundingClientRect().top);
        await openTask(page, "M_3");
        const top = await beginning();
        await openTask(page, "7");
        await page.getByRole("tab", { name: /^Gold/ }).click();
        await question(page, "Clear question").press("Control+End");
        expect(await beginning()).toBeLessThan(top);
        await writeInGold(page);
        await page.keyboard.press("Control+End");
        const lines = page.locator(".monaco-editor").first().locator(".view-line");
        await lines.filter({ hasText: /ORDER\sBY\savg_esi/ }).waitFor(patience);
        await page.keyboard.press("Escape");

        await openTask(page, "M_3");
        await lines.filter({ hasText: /Intent:\sProvide/ }).waitFor(patience);
        expect(await beginning()).toBe(top);
        expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
      });

      test("a view whose test wants a row that is not there, and gets one from the form in its place", async () => {
        await openTask(page, "M_3");
        await rename(page, "archeology_M_3");
        await makeVague(page, "a Noise Level less than 1.5", "little noise");
        await choose(page, "Type", "Semantic");
        await searchInGold(page, "spc.NoiseDb < 1.5");
        await widenTo(page, "spc.NoiseDb < 1.5");
        await page.keyboard.press("Alt+u");
        await expect.poll(() => snippet(page).inputValue(), patience).toBe("spc.NoiseDb < 1.5");
        await page.keyboard.press("Escape");
        await addFollowUp(
          page,
          "How many scans does it show?",
          "SELECT COUNT(*) FROM view_premium_quality_scans",
        );

        await page.getByRole("tab", { name: /^Tests/ }).click();
        const tests = testsPane(page);
        await showTestsOf(page, "Phase 1");
        await tests.getByRole("button", { name: "Remove the test" }).click();
        await tests.getByRole("button", { name: "New test" }).click();
        await page.getByRole("menuitem", { name: /^An object exists/ }).click();
        await expect
          .poll(() => tests.getByLabel("Name", { exact: true }).inputValue(), patience)
          .toBe("view_premium_quality_scans");
        await tests.getByRole("button", { name: "Fill in from the database" }).click();
        await expect
          .poll(() => tests.getByLabel(/^Columns/).inputValue(), patience)
          .toBe(
            "questregistry, arcref, zoneref, chronotag, scanresolmm, pointdense, coverpct, lappct, noisedb",
          );
        expect(await run(page)).toEqual([passed, passed]);
      });

      test("what goes out is a file that holds the four tasks whole, and in which the lint finds no error", async () => {
        await page.keyboard.press("Control+Shift+s");
        const dialog = page.getByRole("dialog", { name: "Export tasks" });
        const out = path.join(at.folder, "interactive.jsonl");
        await dialog.getByText("A path on the machine that runs Querent").click();
        await dialog.getByLabel("Path of the file", { exact: true }).fill(out);
        await page.keyboard.press("Control+Enter");
        await page.getByText("Exported 4 tasks").waitFor(patience);
        const rows = readFileSync(out, "utf8")
          .trim()
          .split("\n")
          .map((row) => JSON.parse(row) as Exported);
        expect(rows.map(kindsOf)).toEqual([
          { instance_id: "5", critical: 1, "non-critical": 1, knowledge: [30], followUp: true },
          { instance_id: "alien_M_1", critical: 1, "non-critical": 0, knowledge: [5], followUp: true },
          { instance_id: "7", critical: 1, "non-critical": 0, knowledge: [7], followUp: true },
          { instance_id: "archeology_M_3", critical: 1, "non-critical": 0, knowledge: [], followUp: true },
        ]);
        const findings = path.join(at.folder, "findings.jsonl");
        const databases = path.join(at.folder, "databases");
        const { code, notes } = await runQuerent(
          ...["tasks", "lint", "--input", out, "--out", findings],
          ...["--knowledge", databases, "--column-meanings", databases],
        );
        expect({ code, findings: readFileSync(findings, "utf8"), notes }).toMatchObject({ code: 0 });
      });

      test("a management task is certified as it is, under the evaluator of the project", async () => {
        const screen = (name: RegExp) =>
          page.getByRole("navigation", { name: "Screens" }).getByRole("button", { name });
        await screen(/Settings/).click();
        await page.getByRole("radio", { name: /^adk/ }).click();
        const save = page.getByRole("button", { name: "Save", exact: true });
        await save.click();
        await save.waitFor({ state: "detached", ...patience });
        await screen(/Tasks/).click();
        await certify(page, "alien_M_1");
        await certificate(page).getByText("Certified", { exact: true }).waitFor(patience);
      });

      test("a query is certified by the keyboard, from its open findings to the verdict: three rows do not part all readings", async () => {
        await certify(page, "7");
        await certificate(page).getByText("Not certified", { exact: true }).waitFor(patience);
        await takeUpFinding(page, "The gold of phase 2 orders its rows");
        await page.keyboard.press("f");
        await certificate(page).getByText(/^Void/).waitFor(patience);
        await saved(page);
        await page.keyboard.press("c");
        await certified(page);
        await letPass(page, "The gold of phase 1 orders its rows", "The question asks for no order");
        await certificate(page).getByText("Certified with exceptions", { exact: true }).waitFor(patience);
      });

      test("a view is certified once a script puts scans beside its bounds, which no row of the demo meets", async () => {
        await openTask(page, "archeology_M_3");
        await page.keyboard.press("Alt+e");
        await testsPane(page).locator(".monaco-editor").first().locator(".view-line").first().click();
        await page.keyboard.press("Control+a");
        // Typed text would be indented once more.
        await page.evaluate((text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
          document.activeElement?.dispatchEvent(event);
        }, scansAtTheBounds);
        await page.keyboard.press("Escape");
        await saved(page);
        await certify(page, "archeology_M_3");
        await letPass(
          page,
          "returns no rows on this data",
          "The demo has three scans, and none is that good",
        );
        await certificate(page).getByText("Certified with exceptions", { exact: true }).waitFor(patience);
      });

      test("a query of which the demo has no row is certified once its question says what its gold counts", async () => {
        await certify(page, "5");
        await takeUpFinding(page, 'it says "at least 5"');
        await question(page, "Clear question").press("Control+a");
        const text = await question(page, "Clear question").inputValue();
        await page.keyboard.insertText(text.replace("at least 5", "more than 5"));
        await page.keyboard.press("Escape");
        await saved(page);
        await certify(page, "5");
        const reason = "The demo has three signals, and no type occurs more than five times";
        await letPass(page, 'ambiguity 2 ("modulation type")', reason);
        await letPass(page, 'ambiguity 3 ("Modulation Complexity Score', reason);
        await letPass(page, "The gold of phase 1 returns no rows", reason);
        await certificate(page).getByText("Certified with exceptions", { exact: true }).waitFor(patience);
      });
    });
  },
);

/** Certifies a task by the keyboard. */
async function certify(page: Page, task: string): Promise<void> {
  await openTask(page, task);
  await page.keyboard.press("Alt+s");
  await page.keyboard.press("c");
  await certified(page);
}

/** Goes to a finding of the certificate with the arrows, and takes it up there. */
async function takeUpFinding(page: Page, words: string): Promise<void> {
  const isThere = () =>
    page.evaluate(
      (said) =>
        document.activeElement?.matches("button") === true &&
        document.activeElement.textContent.includes(said),
      words,
    );
  // What was let pass before may still be on its way to the list.
  await expect
    .poll(async () => {
      await page.keyboard.press("Alt+s");
      for (let step = 0; step < 60 && !(await isThere()); step += 1) await page.keyboard.press("ArrowDown");
      return isThere();
    }, patience)
    .toBe(true);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Alt+s");
  await certificate(page)
    .getByRole("button", { name: /^Let it pass/ })
    .waitFor(patience);
}

async function letPass(page: Page, words: string, reason: string): Promise<void> {
  await takeUpFinding(page, words);
  await page.keyboard.press("x");
  await certificate(page).getByRole("textbox").waitFor(patience);
  await page.keyboard.type(reason);
  await page.keyboard.press("Enter");
  await certificate(page)
    .getByRole("textbox")
    .waitFor({ state: "detached", ...patience });
}

/** The tasks of both databases in one file, and their dumps, knowledge and column meanings in one folder, as a person lays them. */
function filesIn(folder: string, source: string): { tasks: string; databases: string } {
  const databases = path.join(folder, "databases");
  mkdirSync(databases);
  const rows = ["alien", "archeology"].map((db) => {
    const from = (name: string) => path.join(source, db, `${db}_${name}`);
    copyFileSync(from("3rows_postgres.sql"), path.join(databases, `${db}.sql`));
    for (const name of ["kb.jsonl", "column_meaning_base.json"])
      copyFileSync(from(name), path.join(databases, `${db}_${name}`));
    return `${readFileSync(from("data.jsonl"), "utf8").trim()}\n`;
  });
  const tasks = path.join(folder, "livesqlbench_data.jsonl");
  writeFileSync(tasks, rows.join(""));
  return { tasks, databases };
}
