import { keepPreviousData } from "@tanstack/react-query";
import { create } from "zustand";
import { abilities } from "../host/abilities.ts";
import { neverFresh, useAnswer } from "./answers.ts";
import { keys } from "./keys.ts";

/** What is asked for: a file with one of the extensions (without dots; none: any), or a folder. */
export interface PickRequest {
  kind: "file" | "folder";
  title: string;
  extensions: string[];
  /** Where to begin; "" is the person's home. */
  startIn: string;
}

interface Pick {
  request: (PickRequest & { answer(path: string | null): void }) | null;
}

/** The question that the built-in dialog is to answer now; the shell draws it. */
export const usePick = create<Pick>(() => ({ request: null }));

/** Lets the person choose a file on the back end's machine: with the host's dialog, else the built-in one; null: cancelled. */
export async function pickFile(title: string, extensions: string[], startIn = ""): Promise<string | null> {
  if (abilities.openFile) return abilities.openFile({ title, extensions });
  return askBuiltIn({ kind: "file", title, extensions, startIn });
}

/** The same for a folder; `toWrite` where files will be written into it. */
export async function pickFolder(
  title: string,
  startIn = "",
  { toWrite = false }: { toWrite?: boolean } = {},
): Promise<string | null> {
  if (abilities.openFolder) return abilities.openFolder({ title, toWrite });
  return askBuiltIn({ kind: "folder", title, extensions: [], startIn });
}

function askBuiltIn(request: PickRequest): Promise<string | null> {
  usePick.getState().request?.answer(null);
  return new Promise((resolve) => {
    const answer = (path: string | null): void => {
      usePick.setState({ request: null });
      resolve(path);
    };
    usePick.setState({ request: { ...request, answer } });
  });
}

/** The entries of a folder on the back end's machine; the last folder stays while the next is read. */
export const useFolder = (path: string, extensions: string[]) =>
  useAnswer(
    [...keys.files, path, extensions],
    (client, options) => client.files.list({ path, extensions }, options),
    {
      placeholderData: keepPreviousData,
      ...neverFresh,
      retry: false,
    },
  );
