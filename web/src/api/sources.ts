/** Passwords of sources: `const unlock = useUnlock(error.source)`. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api, ApiError } from "./client";

export const SOURCES = ["sources"] as const;

export const inSource = (id: string) => [...SOURCES, id] as const;

/** Whether a database asks for a password, or for another one. */
export function asksForPassword(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.code === "password_needed";
}

/** The password goes to the server and nowhere else; what was refused for lack of it is asked again. */
export function useUnlock(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (password: string) =>
      answer(api.POST("/api/v1/sources/{source_id}/password", { params: { path: { source_id: id } }, body: { password } })),
    gcTime: 0,
    onSuccess: async () => {
      const refused = client.refetchQueries({ predicate: ({ state }) => asksForPassword(state.error) && state.error.source === id });
      await Promise.all([client.resetQueries({ queryKey: inSource(id) }), refused]);
    },
  });
}
