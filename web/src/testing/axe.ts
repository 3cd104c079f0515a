/** Look for barriers as axe sees them: `expect(await findBarriers(container)).toEqual([])`. */
import axe from "axe-core";

/** jsdom draws nothing, so contrast is checked in the browser instead; parts of a page lack landmarks. */
const RULES = { "color-contrast": { enabled: false }, region: { enabled: false } };

export async function findBarriers(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, { rules: RULES });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}
