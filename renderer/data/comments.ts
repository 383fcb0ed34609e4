import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CommentThread, CommentTopic } from "#shared/domain/comment.ts";
import { useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";

/** What a thread is on. */
export type CommentedSubject = { itemId: number } | { taskId: number };

const threadsKey = (subject: CommentedSubject) => [...keys.comments, "on", subject];

/** The threads on an item or task that the person at this window may see. */
export const useThreads = (subject: CommentedSubject) =>
  useAnswer(threadsKey(subject), (client, options) => client.comments.of(subject, options));

/** The threads that concern this person. */
export const useCommentInbox = () =>
  useAnswer([...keys.comments, "inbox"], (client, options) => client.comments.inbox(undefined, options));

/** Names that can be mentioned. */
export const useMentionable = () =>
  useAnswer([...keys.comments, "people"], (client, options) => client.comments.people(undefined, options));

/** What a person does in the threads of an item or task; each step is shown once it is stored. */
export function useCommentSteps(subject: CommentedSubject) {
  const { comments } = useClient();
  const queries = useQueryClient();
  const subjectKey = JSON.stringify(subject);
  return useMemo(() => {
    const of = JSON.parse(subjectKey) as CommentedSubject;
    const again = () => queries.invalidateQueries({ queryKey: threadsKey(of) });
    const shown = async (answer: Promise<CommentThread>): Promise<void> => {
      const thread = await answer;
      queries.setQueryData<CommentThread[]>(threadsKey(of), (all) =>
        all
          ?.map((one) => (one.threadId === thread.threadId ? thread : one))
          .filter((one) => one.comments.length > 0),
      );
    };
    return {
      start: async (topic: CommentTopic, text: string): Promise<void> => {
        queries.setQueryData(threadsKey(of), await comments.start({ subject: of, topic, text }));
      },
      reply: (threadId: number, text: string) => shown(comments.reply({ threadId, text })),
      edit: (commentId: number, text: string) => shown(comments.edit({ commentId, text })),
      remove: (commentId: number) => shown(comments.remove({ commentId })),
      resolve: (threadId: number, resolved: boolean) => shown(comments.resolve({ threadId, resolved })),
      markRead: (threadId: number) => comments.markRead({ threadId }),
      again,
    };
  }, [comments, queries, subjectKey]);
}
