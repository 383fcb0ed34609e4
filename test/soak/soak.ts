// npm run soak: fast reviewers on a team host, for ten minutes on a file and ten on a PostgreSQL server; the host is killed and
// started again all the while, and so is the server. `npm run soak -- file 20 60` is 20 clients on a file for 60 seconds or longer. The last line
// is "N passed, N failed".
import { postgresMissing, postgresPrograms } from "../engines/postgres.ts";
import { runSoak } from "./run-soak.ts";

const [only, clients, seconds = "600"] = process.argv.slice(2);
const places = [
  { place: "file", clients: 20 },
  { place: "server", clients: 50 },
] as const;

const slowestMs = 100;

const counts = { passed: 0, failed: 0 };
for (const { place, clients: usual } of places) {
  if (only !== undefined && only !== place) continue;
  if (place === "server" && postgresPrograms() === null) {
    console.log(`SKIPPED: ${postgresMissing}`);
    continue;
  }
  const many = Number(clients ?? usual);
  console.log(`${many} reviewers on a ${place} for ${seconds} s`);
  const { lost, overAssigned, leaks, ...outcome } = await runSoak({
    ...{ place, clients: many, seconds: Number(seconds), items: 100 * Number(seconds), note: console.log },
  });
  console.log(JSON.stringify(outcome, null, 2));
  const least = Number(seconds) / 60;
  const idle =
    outcome.fewestSaves < least
      ? [`somebody saved ${outcome.fewestSaves} verdicts, less than one a minute: nothing is proven`]
      : [];
  const { p99 } = outcome.claims;
  const slow = p99 < slowestMs ? [] : [`a claim in a hundred takes ${p99} ms and more`];
  for (const [what, found] of Object.entries({ lost, overAssigned, leaks, idle, slow })) {
    counts[found.length === 0 ? "passed" : "failed"] += 1;
    console.log(
      `${found.length} ${what}${found
        .slice(0, 20)
        .map((one) => `\n  ${one}`)
        .join("")}`,
    );
  }
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);
