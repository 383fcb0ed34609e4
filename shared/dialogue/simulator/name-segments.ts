import type { ProvenanceContext } from "../../sql/provenance/sources.ts";

/** Words of which names of columns and tables are made, whatever a database is about. */
const dataWords = new Set(
  `access account accuracy action active activity actual address adjusted agency alert amount analysis angle annual anomaly
  answer application approval area array asset assigned assessment audit authority authorised available average bag balance band
  bandwidth bank base basin batch battery begin belief benefit bill birth block body bonus book bound box branch brand bright
  bright brightness budget build building bus business buyer cable calendar call camera campaign capacity capital car card care
  carrier case cash category cause cell center central centre certificate change channel charge check child city claim class
  clean client clock close code color colour comment commission company complaint complexity compliance condition confidence
  contact content contract control cost count country county coverage craft created credit crew crime crop currency current
  customer cut cycle daily damage data date day days death debt decision delay delivery demand density department depth
  description design detail detect detected detection device diagnosis difference digital dimension direction discount disease
  display distance district document domain drift driver drop duration early earning east economic education effect efficiency
  effort elevation email employee encryption end energy engine entry environment equipment error estimate event exam exchange
  exit expense experience expiry exposure factor failure fair family fan farm fatigue fee feed feedback female field file film
  final finance find finding fire fit flag fleet flight floor flow focus food force form format frame fraud free frequency fuel
  full function fund gain game gap gas gate gauge gender grade grant grid gross ground group growth guest half hand hardware
  health heat heavy height high hire history home hospital host hour hours house humidity image impact income incident index
  industry influence info input inspection insurance intensity interest interval inventory invoice item job join joined key kind
  label labor lake land language last late latest latency leader lease ledger left length level license life lift light limit
  line link list load loan local location lock log long loss low lower machine mail main maintenance maker male manager margin
  mark market mass master match material max maximum mean measure media medical member memory message method metric middle mid
  mileage minimum minute minutes mobile mode model module moment money month monthly mood name nation native net network news
  night noise north note notice number object observation observatory occupation offer office open operation operational
  opinion option order ordered origin outcome output owner package page paid pair parent park part party patient pattern
  payment peak percent percentage performance period permit person phase phone photo piece place plan plant plate platform
  player point points policy pollution population port position post power precision premium pressure price primary priority
  private probability problem process product production profile profit program project property provider public purchase
  purity quality quantity quarter query queue quick quota race rain random range rank rare rate rated rating ratio reading
  reason receipt received record recovery reference referral region registry regulation relation release rent repair report
  request rescue research reserve resident residents resistance resource response rest result retail return revenue review
  reward right risk river road role roof room root round route row rule run safe safety salary sale sales sample scale scan
  schedule school science scope score screen season seat second seconds section sector security segment self seller sensitive
  sensitivity sensor sequence serial series server service session set severity sex shape share sheet shift ship shop short
  side sign signal since single site size skill slot snow social software soil solar sold sound source south space span speed
  spend spread staff stage stamp stand standard start state station stats status step stock stop storage store story stream
  street strength stress strong student study style subject success supplier supply support surface survey system table tag
  target task tax team technology temperature tenure term test text theft thermal thickness threshold ticket tide time timestamp
  title token tool top total touch tour track trade traffic train transaction transfer transit transport travel treatment trend
  trial trigger trip truck trust turn type unit update updated usage use user valid value vehicle velocity vendor version view
  visit visitor voltage volume vote wage wait wall warehouse warning waste watch water wave way wealth weather web week weight
  west width wind window work worker world yard year years yield youth zone`.split(/\s+/),
);

/** What names cut short, and the words that they stand for. */
const abbreviations = new Map(
  Object.entries({
    acc: "accuracy",
    acct: "account",
    addr: "address",
    amb: "ambient",
    ambic: "ambient",
    amp: "amplitude",
    amt: "amount",
    anom: "anomaly",
    app: "application",
    art: "artificial",
    assess: "assessment",
    atmos: "atmosphere",
    auth: "authorisation",
    avail: "availability",
    avg: "average",
    bal: "balance",
    bat: "battery",
    bio: "biological",
    bldg: "building",
    brac: "bracket",
    calc: "calculated",
    calib: "calibration",
    calibr: "calibration",
    cap: "capacity",
    cat: "category",
    cert: "certificate",
    chg: "change",
    chrono: "time",
    cls: "class",
    cnt: "count",
    coeff: "coefficient",
    comm: "communication",
    comp: "component",
    compl: "compliance",
    conc: "concentration",
    cond: "condition",
    conf: "confidence",
    config: "configuration",
    coord: "coordinate",
    corr: "correlation",
    cred: "credit",
    ctr: "centre",
    ctrl: "control",
    ctry: "country",
    cur: "current",
    curr: "current",
    cust: "customer",
    deg: "degrees",
    del: "delivery",
    dens: "density",
    dense: "density",
    dept: "department",
    desc: "description",
    dest: "destination",
    dev: "device",
    diag: "diagnosis",
    diff: "difference",
    dim: "dimension",
    dist: "distance",
    doc: "document",
    doppl: "doppler",
    dopp: "doppler",
    dur: "duration",
    eff: "effectiveness",
    effic: "efficiency",
    elev: "elevation",
    emp: "employment",
    encr: "encryption",
    env: "environment",
    equip: "equipment",
    err: "error",
    est: "estimated",
    eval: "evaluation",
    exp: "experience",
    expos: "exposure",
    fin: "financial",
    fidel: "fidelity",
    freq: "frequency",
    func: "function",
    gen: "generation",
    geo: "geographic",
    geom: "geometry",
    gov: "government",
    hap: "haptic",
    hist: "history",
    hosp: "hospital",
    hum: "humidity",
    hume: "humidity",
    humid: "humidity",
    idx: "index",
    illum: "illumination",
    illume: "illumination",
    inc: "income",
    incl: "included",
    info: "information",
    inp: "input",
    insp: "inspection",
    inst: "instrument",
    instr: "instrument",
    inter: "interference",
    interf: "interference",
    inv: "invoice",
    joy: "joystick",
    lag: "latency",
    lang: "language",
    lap: "overlap",
    lat: "latitude",
    len: "length",
    lev: "level",
    liab: "liability",
    lic: "licence",
    loc: "location",
    lon: "longitude",
    lvl: "level",
    maint: "maintenance",
    mat: "material",
    max: "maximum",
    meas: "measurement",
    mech: "mechanical",
    med: "medical",
    mgmt: "management",
    mgr: "manager",
    min: "minimum",
    mod: "modulation",
    mon: "month",
    mth: "month",
    mort: "mortality",
    nat: "natural",
    natl: "national",
    num: "number",
    obs: "observation",
    observ: "observatory",
    occ: "occupation",
    op: "operation",
    oper: "operation",
    org: "organisation",
    orig: "origin",
    pct: "percent",
    perf: "performance",
    pers: "person",
    pol: "policy",
    poll: "polling",
    pop: "population",
    pos: "position",
    prec: "precision",
    pref: "preference",
    pres: "pressure",
    press: "pressure",
    prev: "previous",
    prob: "probability",
    proc: "process",
    prod: "product",
    prof: "profile",
    proj: "project",
    prop: "property",
    qty: "quantity",
    qual: "quality",
    rec: "record",
    recs: "records",
    ref: "reference",
    reg: "region",
    rel: "relation",
    rep: "report",
    req: "request",
    res: "resistance",
    resid: "residence",
    resol: "resolution",
    resp: "response",
    rev: "revenue",
    rslt: "result",
    sal: "salary",
    sat: "satisfaction",
    sched: "schedule",
    sec: "security",
    sens: "sensitivity",
    sense: "sensitivity",
    seq: "sequence",
    serv: "service",
    sess: "session",
    sev: "severity",
    sig: "signal",
    soc: "social",
    spec: "specification",
    src: "source",
    stab: "stability",
    stat: "status",
    std: "standard",
    stor: "storage",
    strat: "strategy",
    str: "strength",
    subj: "subject",
    succ: "success",
    surf: "surface",
    sys: "system",
    tech: "technology",
    tel: "telephone",
    telesc: "telescope",
    temp: "temperature",
    tot: "total",
    trans: "transaction",
    transp: "transport",
    treat: "treatment",
    trig: "trigger",
    tx: "transaction",
    txn: "transaction",
    uniq: "uniqueness",
    util: "utilisation",
    val: "value",
    var: "variance",
    veh: "vehicle",
    vel: "velocity",
    vend: "vendor",
    ver: "version",
    vis: "visibility",
    vol: "volume",
    weath: "weather",
    wght: "weight",
    wt: "weight",
    yr: "year",
    yrs: "years",
  }),
);

/** Units at the end of a name, and small words in it. */
const shortPieces = new Set(
  "id no km mm cm ml kg mg hz hzs khz mhz ghz db dbm ms kwh mw kw pct gb mb tb lux arc hpa usd eur by of on at in and per ref num code".split(
    " ",
  ),
);

/** What makes one word of another: a name that has nothing else beside a word is that word. */
const affixes = new Set(
  "dis un re non pre sub out over under inter in ex de co con com per pro mis ment tion ation ition ing ings er ers ed es s ly ness able ible al ial ity ive ance ence or ory ist ism ful less ship hood".split(
    " ",
  ),
);

/** Cuts the parts of a name, in small letters, into words, and says in full what they abbreviate. */
export interface NameReader {
  /** "equipstatus" as equip and status; a word as it is. */
  segments(part: string): readonly string[];
  /** "equip" as equipment; others as they are. */
  full(segment: string): string;
}

const known = new WeakMap<ProvenanceContext, NameReader>();

/** Reads names by the words of a task, its knowledge base and its column meanings, and by those that all databases share. */
export function nameReader(context: ProvenanceContext): NameReader {
  const found = known.get(context) ?? readerOf(context);
  known.set(context, found);
  return found;
}

function readerOf(context: ProvenanceContext): NameReader {
  let own: Set<string> | null = null;
  const cut = new Map<string, readonly string[]>();
  return {
    segments(part) {
      own ??= ownWords(context);
      const found = cut.get(part) ?? cutName(part, own);
      cut.set(part, found);
      return found;
    },
    full: (segment) => abbreviations.get(segment) ?? segment,
  };
}

/** All words of a task and its knowledge base; of names in CamelCase the parts. */
function ownWords({ task, knowledge, meanings }: ProvenanceContext): Set<string> {
  const nodes = knowledge === null ? [] : [...knowledge.graph.nodes.values()];
  const texts = [
    ...[task.clearQuestion ?? "", task.ambiguousQuestion ?? "", task.followUp?.question ?? ""],
    ...task.ambiguities.map(({ term }) => term),
    ...nodes.map(({ name, description, definition }) => `${name} ${description} ${definition}`),
    ...meanings.map(({ column }) => column),
  ];
  const words = texts.flatMap((text) => text.match(/\p{Lu}?\p{Ll}{2,}|\p{Lu}{3,}/gu) ?? []);
  return new Set(words.map((word) => word.toLowerCase()));
}

/** Only names that are longer than this are words written together. */
const mostOfOne = 5;
/** So much of a name has to be known words. */
const leastKnown = 0.5;
/** What a known word, and a letter that no word has, costs a cut. */
const costs = { word: 1, letter: 1.1 };

function cutName(name: string, own: ReadonlySet<string>): readonly string[] {
  if (name.length <= mostOfOne || !/^[a-z]+$/.test(name) || dataWords.has(name)) return [name];
  const isKnown = (piece: string) =>
    shortPieces.has(piece) ||
    (piece.length >= 3 && (dataWords.has(piece) || abbreviations.has(piece) || own.has(piece)));
  // The cheapest cut of each beginning of the name.
  const best: { cost: number; from: number; isKnown: boolean }[] = [{ cost: 0, from: 0, isKnown: true }];
  for (let to = 1; to <= name.length; to += 1) {
    let found = { cost: Number.POSITIVE_INFINITY, from: 0, isKnown: false };
    for (let from = Math.max(0, to - mostLetters); from < to; from += 1) {
      const piece = name.slice(from, to);
      if (piece === name) continue;
      const isWord = isKnown(piece);
      const cost = (best[from]?.cost ?? 0) + (isWord ? costs.word : 0.5 + costs.letter * piece.length);
      if (cost < found.cost) found = { cost, from, isKnown: isWord };
    }
    best.push(found);
  }
  const pieces: { text: string; isKnown: boolean }[] = [];
  for (let to = name.length; to > 0; to = best[to]?.from ?? 0) {
    const { from, isKnown: isWord } = best[to] ?? { from: 0, isKnown: false };
    pieces.unshift({ text: name.slice(from, to), isKnown: isWord });
  }
  return isCut(name, pieces, own) ? pieces.map(({ text }) => text) : [name];
}

/** No word of a name is longer. */
const mostLetters = 18;

/** Whether a cut makes words of a name: more than one, most of it known, and no word that only has an ending or a beginning. */
function isCut(
  name: string,
  pieces: readonly { text: string; isKnown: boolean }[],
  own: ReadonlySet<string>,
): boolean {
  const letters = pieces.filter(({ isKnown }) => isKnown).reduce((sum, { text }) => sum + text.length, 0);
  const isWord = own.has(name) || own.has(`${name}s`) || (name.endsWith("s") && own.has(name.slice(0, -1)));
  const hasOwn = pieces.some(({ text, isKnown }) => isKnown && text.length >= 3);
  // "airtempc" is in degrees Celsius.
  const isUnit = ({ text }: { text: string }) =>
    text.length === 1 && text === pieces.at(-1)?.text && pieces.length > 2;
  const affixed = pieces.some(
    (piece) => !piece.isKnown && !isUnit(piece) && (piece.text.length < 3 || affixes.has(piece.text)),
  );
  return !isWord && hasOwn && !affixed && pieces.length > 1 && letters / name.length >= leastKnown;
}
