// Run as a person without write permission: opens the workspace named on the command line and prints why that fails.
import { StorageError } from "../../electron/store/storage-error.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";

const [, , file = ""] = process.argv;
try {
  openWorkspace(file);
  console.log("opened");
} catch (error) {
  console.log(error instanceof StorageError ? `${error.reason} ${error.path}` : String(error));
}
