import { runTasks } from "@platen/kit";
import { reencodeAvatar } from "./reencode-avatar";

/** The process in which profile pictures are decoded: its tasks are uploaded files. */
runTasks((value) => value instanceof Uint8Array, reencodeAvatar);
