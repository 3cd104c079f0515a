/** The shapes of the REST API by their names, from the types that are generated from OpenAPI. */
import type { components } from "./generated";

type Schemas = components["schemas"];

export type ApiProblem = Schemas["ErrorReport"];
export type Status = Schemas["Status"];
export type Sample = Schemas["SampleInfo"];
export type DatasetSummary = Schemas["DatasetSummary"];

export type Catalogue = Schemas["Catalogue"];
export type MeasureInfo = Schemas["MeasureInfo"];
export type BuilderInfo = Schemas["BuilderInfo"];
export type Preset = Schemas["Preset"];
export type TechniqueInfo = Schemas["TechniqueInfo"];
export type TechniqueEffects = Schemas["TechniqueEffects"];
export type StepEffect = Schemas["StepEffect"];
export type BandInfo = Schemas["BandInfo"];

export type JobState = Schemas["Job"]["state"];
/** A job, with what it leads to: a dataset or a file. */
export type Job<Result = unknown> = Omit<Schemas["Job"], "result"> & { result: Result | null };

/** What a run has found so far. */
export type Interim = Schemas["Interim"];

export interface DatasetResult {
  dataset: string;
}

export interface ExportResult {
  /** Where the file waits; null where a table was written. */
  download?: string | null;
  /** The table that was written in the database of the data. */
  table?: string | null;
  rows: number;
  k: number;
  l: number | null;
  t: number | null;
  verified: boolean;
  held?: Held[] | null;
  warnings?: string[] | null;
  /** What the checks say of the file. */
  verdict?: Verdict | null;
}

export type Risk = Schemas["Risk"];
export type Role = Schemas["AttributeView"]["role"];
export type Bucket = Schemas["Bucket"];
export type Gauges = Pick<Risk, "average_risk" | "highest_risk" | "utility_loss">;

export type DatasetView = Schemas["DatasetView"];
/** A dataset with a quasi-identifier: only then there is a risk to show. */
export type MeasuredView = DatasetView & { risk: Risk };
export type CrowdSize = Schemas["CrowdSize"];
export type FirstLevels = Schemas["FirstLevels"];
export type CountedStates = Schemas["CountedStates"];
export type CountedState = Schemas["CountedState"];
export type StateColumn = Schemas["StateColumn"];
export type AttributeView = Schemas["AttributeView"];
export type DecisionView = Schemas["DecisionView"];
export type DecisionKind = DecisionView["kind"];
export type Verdict = Schemas["Verdict"];
export type Goal = Schemas["ReleaseGoal"];
export type GoalRequest = Schemas["GoalRequest"];
export type GoalReport = Schemas["GoalReport"];
export type Proposals = Schemas["Proposals"];
/** One way to release a dataset. */
export type ReleaseProposal = Schemas["Proposal"];
export type ProposedColumn = Schemas["ProposedColumn"];
export type SampleRow = Schemas["SampleRow"];
export type FileReading = Schemas["Reading"];
export type ReadingRequest = Schemas["ReadingRequest"];
export type VerdictCheck = Schemas["VerdictCheck"];
export type CheckStatus = VerdictCheck["status"];
export type OwnAttack = Schemas["OwnAttack"];
export type CheckAction = Schemas["Action"];

/** What can be decided; the revision is added when it is sent. */
export type Decision =
  | { kind: "role"; attribute: string; role: Role }
  | { kind: "hierarchy"; attribute: string; builder: string }
  | { kind: "hierarchy"; attribute: string; csv: string }
  | { kind: "generalize"; attribute: string; level: number }
  | { kind: "suppress"; k: number }
  | { kind: "protect"; attribute: string; model: string | null; threshold?: number; beside?: Schemas["FurtherModel"][] };

/** A decision as it is sent. */
export type DecisionRequest =
  | Schemas["RoleDecision"]
  | Schemas["HierarchyDecision"]
  | Schemas["GeneralizeDecision"]
  | Schemas["SuppressDecision"]
  | Schemas["ProtectDecision"];

export type Bar = Schemas["Bar"];
export type ColumnView = Schemas["ColumnView"];
export type RowsColumn = Schemas["RowsColumn"];
export type RowView = Schemas["RowView"];
export type RowsPage = Schemas["RowsPage"];
export type RowFilter = Schemas["RowFilter"];
export type FilterOperator = RowFilter["operator"];
export type RiskyRow = Schemas["RiskyRow"];

export type Recommendations = Schemas["Advice"];
export type Generalization = Schemas["Generalization"];
export type LevelChoice = Schemas["LevelChoice"];
export type Suppression = Schemas["Suppression"];
export type Effect = Omit<Suppression, "k">;

export type HierarchyView = Schemas["HierarchyView"];
export type HierarchyLevel = Schemas["HierarchyLevel"];
export type HierarchyGroup = Schemas["Group"];
export type HierarchyCandidate = Schemas["Candidate"];

/** What can be edited by hand, each with just what it needs. */
export type HierarchyEdit =
  | { edit: "merge"; level: number; labels: string[]; to: string; parents?: boolean }
  | { edit: "rename"; level: number; label: string; to: string }
  | { edit: "add_level"; level: number }
  | { edit: "drop_level"; level: number };

export interface HierarchyPreview {
  builder?: string;
  csv?: string;
  rules?: string;
  edits?: HierarchyEdit[];
}

export type LevelRisk = Schemas["LevelRisk"];
/** A level of a hierarchy that is tried, and the size that every group must have. */
export type LevelQuestion = HierarchyPreview & { level: number; k: number };

export type PopulationRisk = Schemas["PopulationRisk"];
export type Comparison = Schemas["Comparison"];
export type ComparedAttribute = Schemas["ComparedAttribute"];
export type History = Schemas["History"];
export type HistoryEvent = Schemas["HistoryEvent"];
export type HistoryState = Schemas["HistoryState"];
export type HistoryStep = Schemas["HistoryStep"];

export type Wish = Schemas["AutomaticRequest"];
/** A protection of a sensitive attribute, and what the worst published group reaches of it. */
export type Held = Schemas["Held"];
export type ProtectionView = Schemas["Safeguard"];
export type SuppressedBy = Schemas["SuppressedBy"];
export type AutomaticRun = Schemas["AutomaticRun"];
export type Fitness = Schemas["Fitness"];
export type JudgedAttribute = Schemas["JudgedAttribute"];
export type KeptInformation = Schemas["KeptInformation"];
export type SplitBar = Schemas["SplitBar"];
export type PairedRow = Schemas["PairedRow"];
export type PairedRows = Schemas["PairedRows"];
export type StateRequest = Schemas["StateRequest"];

export interface RunResult {
  run: string;
}

/** The states worth choosing from, by rising utility loss. */
export type Front = Schemas["TradeOff"];
export type FrontPoint = Schemas["TradeOffPoint"];
/** Results row by row at several k, as far as they are found. */
export type LocalFront = Schemas["LocalTradeOff"];
export type LocalPoint = Schemas["LocalPoint"];
/** Two results side by side. */
export type ResultComparison = Schemas["ResultComparison"];
export type ComparedFigures = Schemas["ComparedFigures"];
export type ComparedDetail = Schemas["ComparedDetail"];
export type GroupPair = Schemas["GroupPair"];

export type Subsets = Schemas["MeasurableSubsets"];
export type ShownMeasure = Schemas["ShownMeasure"];
export type Merge = Schemas["MergedNode"];
export type Releasable = Schemas["ReleasableSubset"];
export type MaximalSubset = Schemas["LargestSubset"];
export type StandOuts = Schemas["StandoutList"];
export type Remedy = Schemas["Remedy"];
export type StandingRow = Schemas["StandoutRow"];

/** What a job that links data sets, or queries them, leads to. */
export interface ScanResult {
  scan: string;
}

export interface AttackResult {
  attack: string;
}

/** Something that is known about somebody. */
export interface Fact {
  column: string;
  value: string;
}

export type Proposal = Schemas["LinkProposal"];
export type LinkSource = Schemas["LinkableDataset"];
export type LinkColumn = Schemas["LinkableColumn"];
export type LinkRange = Schemas["ProposedRange"];
export type Condition = Schemas["ProposedPair"]["condition"];
export type WhatIfRequest = Schemas["WhatIfRequest"];
/** How data sets are linked, whatever is then asked of them. */
export type LinkRequest = Omit<WhatIfRequest, "know" | "threshold">;
export type JoinKind = NonNullable<LinkRequest["join"]>;
export type WhatIf = Schemas["WhatIfReport"];
export type JoinedIn = Schemas["JoinedIn"];
export type Composition = Schemas["NamedComposition"];
export type JoinedRowsRequest = Schemas["JoinedRowsRequest"];
export type JoinedRows = Schemas["JoinedRowsPage"];
export type MarkedRow = Schemas["MarkedRow"];
export type Repair = Schemas["Repair"];
export type RepairList = Schemas["Repairs"];
export type AdviceRequest = Schemas["AdviceRequest"];
export type LinkAdvice = Schemas["LinkAdviceReport"];
export type TogetherPlan = Schemas["MergePlan"];
export type KnownWords = Schemas["KnownWords"];
export type Taxonomy = Schemas["TaxonomyRequest"];
export type ScanRequest = Schemas["ScanRequest"];
export type Scan = Schemas["ScanReport"];
export type Finding = Schemas["Finding"];
export type Exposure = Schemas["ExposedShares"];
export type CheckRequest = Schemas["LinkCheckRequest"];
export type Check = Schemas["PrivacyCheck"];

export type AttackRequest = Schemas["AttackRequest"];
export type AttackPair = Schemas["AttackPair"];
export type Attack = Schemas["AttackOutcome"];
export type Person = Schemas["FoundPerson"];
export type PeoplePage = Schemas["PeoplePage"];
export type PersonRows = Schemas["CandidateRows"];

export type Source = Schemas["KeptSource"];
export type SourceColumn = Schemas["CatalogueColumn"];
export type QueryTable = Schemas["SessionTable"];
export type TableRequest = Schemas["TableRequest"];
export type QueryDraft = Schemas["BuiltRequest"];
export type QueryRequest = Schemas["QueryRequest"];
export type QueryJoinKind = NonNullable<Schemas["JoinRequest"]["kind"]>;
export type MatchCondition = NonNullable<Schemas["MatchRequest"]["condition"]>;
export type Operator = Schemas["WhereRequest"]["operator"];
export type LeakReport = Schemas["LeakReport"];
export type QueryResult = Schemas["ResultSummary"];
export type ResultRows = Schemas["ResultRows"];
export type MarkedRows = Schemas["MarkedRows"];
export type ResultWhatIf = Schemas["ResultWhatIf"];
export type ResultScanRequest = Schemas["ResultScanRequest"];
export type ResultCheck = Schemas["ResultCheck"];
export type ResultCheckRequest = Schemas["ResultCheckRequest"];
