// npm run corpus: proofs that take too long for npm test, which runs a sample of each. Names choose parts; the last line is
// "N passed, N failed".
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { SystemName } from "#shared/dialogue/systems/system-name.ts";
import { Protocol } from "#shared/domain/dialogue.ts";
import { runNamedParts } from "../bench/named-parts.ts";
import { writeBetween } from "../certificate/certificate-page.ts";
import { openPackDialogues, type PackDialogues } from "../dialogues/pack-dialogues.ts";
import { judgeCorpus } from "./certificate/certificate-corpus.ts";
import { corpusTables, resultLine } from "./certificate/corpus-tables.ts";
import { openResultsFile } from "./certificate/results-file.ts";
import { editPack, editPier } from "./certificates.ts";
import { confusionMatrix, findFaults } from "./faults.ts";
import { killRuns } from "./kills.ts";
import { tryReadings } from "./readings.ts";

const counts = { passed: 0, failed: 0 };
function count(isRight: boolean, what: string): void {
  counts[isRight ? "passed" : "failed"] += 1;
  if (!isRight) console.log(`FAILED: ${what}`);
}

const folder = mkdtempSync(path.join(tmpdir(), "querent-corpus-"));

async function withPack<Result>(use: (pack: PackDialogues) => Promise<Result>): Promise<Result> {
  const pack = await openPackDialogues({ folder: mkdtempSync(path.join(folder, "pack-")) });
  try {
    return await use(pack);
  } finally {
    await pack.close();
  }
}

async function faults(): Promise<void> {
  const found = await withPack((pack) =>
    findFaults(pack, {
      onFound: ({ isRight, planted, dialogue }) =>
        count(
          isRight,
          `${planted.what}: ${dialogue.end}, ${dialogue.reason} ${JSON.stringify(dialogue.fault)}`,
        ),
    }),
  );
  console.log(confusionMatrix(found));
}

async function kills(): Promise<void> {
  const seed = Math.floor(Math.random() * 2 ** 32);
  console.log(`moments of seed ${seed}`);
  await killRuns(mkdtempSync(path.join(folder, "kills-")), {
    // 102 moments in 51 runs.
    ...{ kills: Array(51).fill(2), seed },
    onKilled: ({ what, problems }) => count(problems.length === 0, `${what}: ${problems.join("; ")}`),
  });
}

async function readings(): Promise<void> {
  const everyReading: SystemName = { kind: "asks-all-but-one", ambiguity: null, reading: null };
  await withPack(async (pack) => {
    for (const protocol of Protocol.options) {
      const tried = await tryReadings(pack, protocol, [everyReading]);
      for (const { what, inDialogue, outside } of tried)
        count(inDialogue === outside, `${what} passes ${outside ? "only outside" : "only in the dialogue"}`);
      const passing = tried.filter(({ outside }) => outside).length;
      console.log(`${protocol}-Interact: ${tried.length} readings, of which the tests let ${passing} pass`);
    }
  });
}

/**
 * Mistakes that a certificate has to find, and tasks that it must not accuse. Results are kept for this program, so that a run
 * that was stopped goes on; QUERENT_CORPUS_ONLY judges only those whose set, source and id fit. Ctrl+C ends it with what is under way.
 * Only a whole run writes the docs.
 */
async function defects(): Promise<void> {
  const { QUERENT_CORPUS_ONLY: asked } = process.env;
  const results = openResultsFile();
  const enough = new AbortController();
  process.once("SIGINT", () => enough.abort());
  console.log(`results in ${results.file}`);
  const judged = await withPack((pack) =>
    judgeCorpus(pack, {
      results,
      only: asked === undefined ? null : new RegExp(asked),
      signal: enough.signal,
      onJudged: (result, left) => console.log(`${left} left: ${resultLine(result)}`),
    }),
  );
  for (const result of judged) count(result.isRight, resultLine(result));
  console.log(corpusTables(judged));
  if (asked === undefined && !enough.signal.aborted) writeBetween("seeded", corpusTables(judged));
}

async function certificates(): Promise<void> {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`edits of seed ${seed}`);
  const onEdited = ({ what, difference }: { what: string; difference: string | null }) => {
    count(difference === null, `${what}: ${difference}`);
    if ((counts.passed + counts.failed) % 100 === 0) console.log(`${counts.passed} equal until now`);
  };
  await editPier(mkdtempSync(path.join(folder, "pier-")), { sequences: 1000, seed, onEdited });
}

/** The same on each task of our pack in its turn. */
async function packCertificates(): Promise<void> {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`edits of seed ${seed}`);
  const onEdited = ({ what, difference }: { what: string; difference: string | null }) => {
    count(difference === null, `${what}: ${difference}`);
    if (difference === null) console.log(`${what}: equal`);
  };
  await withPack((pack) => editPack(pack, { sequences: 20, seed, onEdited }));
}

await runNamedParts({
  noun: "corpus",
  parts: { faults, kills, readings, certificates, "pack-certificates": packCertificates, defects },
  folder,
});
console.log(`${counts.passed} passed, ${counts.failed} failed`);
// Where nothing was tried nothing is proven.
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);
