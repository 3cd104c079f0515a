/** Whether a column with this role is left out of every release: what names people, and the person key. */
export function isNeverPublished(role: string): boolean {
  return role === "identifier" || role === "person";
}
