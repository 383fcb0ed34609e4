import type { ModelEstimate, RunPlan } from "#shared/contract/dialogues.ts";
import type { ModelEndpoint } from "#shared/domain/model-endpoint.ts";
import { errorText } from "../../../data/faults.ts";
import { usePersonSettings } from "../../../data/settings.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Select } from "../../../ui/select.tsx";
import { numberText } from "../../../ui/time-text.ts";

type Plan = Pick<RunPlan, "modelSystems" | "modelSimulator" | "personAsUser">;

/** The person's language models as systems under test. */
export function ModelSystems({ plan, onPlan }: { plan: Plan; onPlan(change: Partial<Plan>): void }) {
  const { "models.endpoints": endpoints } = usePersonSettings();
  const { modelSystems } = plan;
  const isChosen = ({ name }: ModelEndpoint): boolean => modelSystems.some((one) => one.name === name);
  if (endpoints.length === 0)
    return (
      <p className="text-sm text-muted">
        A language model can be the system, or the user, once it is set up in the settings (G S).
      </p>
    );
  return endpoints.map((endpoint) => (
    <div key={endpoint.name}>
      <Checkbox
        checked={isChosen(endpoint)}
        onChange={(on) =>
          onPlan({
            modelSystems: endpoints.filter((one) => (one.name === endpoint.name ? on : isChosen(one))),
          })
        }
      >
        {endpoint.name}
      </Checkbox>
      <p className="truncate pl-5 text-sm text-muted">
        The language model <span className="font-mono">{endpoint.model}</span>.
      </p>
    </div>
  ));
}

/** No name of an endpoint: these have no spaces around them. */
const person = " person ";

/** Who answers the questions of the systems. */
export function UserField({ plan, onPlan }: { plan: Plan; onPlan(change: Partial<Plan>): void }) {
  const { "models.endpoints": endpoints } = usePersonSettings();
  const find = (name: string): ModelEndpoint | null => endpoints.find((one) => one.name === name) ?? null;
  return (
    <Select<string>
      label="User"
      value={plan.personAsUser ? person : (plan.modelSimulator?.name ?? "")}
      onChange={(name) => onPlan({ modelSimulator: find(name), personAsUser: name === person })}
      options={[
        { value: "", title: "built-in simulator", detail: "by rule, offline, repeatable" },
        { value: person, title: "person", detail: "you, at the keyboard" },
        ...endpoints.map(({ name, model }) => ({ value: name, title: name, detail: model })),
      ]}
    />
  );
}

interface EstimateLineProps {
  plan: Plan;
  estimate: { data: ModelEstimate[] | undefined; error: unknown };
}

/** What a run will probably take of its language models, before it is begun; the limits of the endpoints hold whatever this says. */
export function EstimateLine({ plan, estimate: { data, error } }: EstimateLineProps) {
  const models = [...plan.modelSystems, ...(plan.modelSimulator === null ? [] : [plan.modelSimulator])];
  if (models.length === 0) return null;
  if (error) return <p className="text-sm text-warning">{errorText(error)}</p>;
  if (data === undefined) return <p className="text-sm text-muted">Estimating what it takes…</p>;
  return (
    <ul aria-label="What it will probably take" className="flex flex-col gap-0.5 text-sm">
      {data.map((one) => {
        const endpoint = models.find(({ name }) => name === one.name);
        return (
          <li key={one.name}>
            <span className="font-medium">{one.name}</span> about {numberText(one.calls)} calls,{" "}
            {numberText(one.tokens)} tokens{one.usd === null ? "" : `, ${one.usd.toFixed(2)} USD`}
            <span className={isOver(one, endpoint) ? "text-warning" : "text-muted"}>
              {" "}
              · {limitText(endpoint)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function isOver({ usd, tokens }: ModelEstimate, endpoint: ModelEndpoint | undefined): boolean {
  const { costLimit = null, tokenLimit = null } = endpoint ?? {};
  return (costLimit !== null && (usd ?? 0) > costLimit) || (tokenLimit !== null && tokens > tokenLimit);
}

function limitText(endpoint: ModelEndpoint | undefined): string {
  const { prices = null, costLimit = null, tokenLimit = null } = endpoint ?? {};
  const limits = [
    costLimit === null || prices === null ? null : `${costLimit} USD`,
    tokenLimit === null ? null : `${numberText(tokenLimit)} tokens`,
  ].filter((limit) => limit !== null);
  if (limits.length > 0) return `it stops before ${limits.join(" or ")}`;
  return prices === null ? "price not known, no limit is set" : "no limit is set";
}
