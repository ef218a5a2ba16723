export type { DatasetLake } from "./dataset-store";
export { exportDataset } from "./export";
export { importDataset } from "./import";
export { openDataset } from "./open-dataset";
export { reachLake } from "./remote-lake";
