import { expect, it, vi } from "vitest";
import { insist } from "./lazily";

it("asks again while the server is away", async () => {
  const fetch = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("away")).mockRejectedValueOnce(new Error("away")).mockResolvedValue("page");
  await expect(insist(fetch, 3, 1)).resolves.toBe("page");
  expect(fetch).toHaveBeenCalledTimes(3);
});

it("gives up after the last try", async () => {
  const fetch = vi.fn<() => Promise<string>>().mockRejectedValue(new Error("away"));
  await expect(insist(fetch, 3, 1)).rejects.toThrow("away");
  expect(fetch).toHaveBeenCalledTimes(3);
});
