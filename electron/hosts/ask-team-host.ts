import { HostCard, hostCardPath, hostContract, TeamAddressRefused } from "#shared/domain/team-address.ts";

const answerWithinMs = 10_000;
const longestCard = 1_000;

/** Makes sure that a Querent team host that this program can open answers at an address. Throws `TeamAddressRefused`. */
export async function askTeamHost({ origin }: URL, fetchCard: typeof fetch): Promise<void> {
  const card = HostCard.safeParse(await answerOf(origin, fetchCard));
  if (!card.success)
    throw new TeamAddressRefused(
      `Another program answers at ${origin}, not a Querent team host. Check the address with your lead.`,
    );
  const { contract } = card.data;
  if (contract !== hostContract)
    throw new TeamAddressRefused(
      `The host at ${origin} runs ${contract > hostContract ? "a newer" : "an older"} Querent than this one. Install the version that it runs, or open the address in Chromium, Chrome or Edge.`,
    );
}

/** What is answered, as JSON; null for anything else. */
async function answerOf(origin: string, fetchCard: typeof fetch): Promise<unknown> {
  try {
    const answer = await fetchCard(`${origin}${hostCardPath}`, {
      ...{ redirect: "manual", credentials: "omit", cache: "no-store" },
      signal: AbortSignal.timeout(answerWithinMs),
    });
    return parsed(await startOf(answer));
  } catch (error) {
    throw new TeamAddressRefused(
      `Nothing answers at ${origin} (${reasonOf(error)}). Check the address and your network, or ask your lead whether the host runs.`,
      { cause: error },
    );
  }
}

/** No more of the body than a card can have, however much is sent. */
async function startOf({ ok, body }: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const piece of body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (text.length > longestCard) return "";
  }
  return ok ? text : "";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === "TimeoutError"
    ? `no answer within ${answerWithinMs / 1000} s`
    : reasonIn(error.cause) || error.message;
}

const reasonIn = (cause: unknown): string => (cause instanceof Error ? cause.message : "");
