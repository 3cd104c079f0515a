import { renderHook, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { Providers } from "@/app/Providers";
import { recordedServer } from "@/testing/server";
import { useStandOuts, type StandOutsWish } from "./api";

const WISH: StandOutsWish = { k: 2, max_size: 3, offset: 0, limit: 50 };

it("only another page of the same search stands in while stand-outs are asked for", async () => {
  recordedServer();
  const { result, rerender } = renderHook(({ revision, wish }) => useStandOuts("census", revision, wish, true), {
    initialProps: { revision: 0, wish: WISH },
    wrapper: ({ children }) => <Providers env="test">{children}</Providers>,
  });
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  rerender({ revision: 0, wish: { ...WISH, offset: 50 } });
  expect([result.current.isPlaceholderData, result.current.data?.offset]).toEqual([true, 0]);
  await waitFor(() => expect(result.current.isPlaceholderData).toBe(false));
  for (const other of [{ revision: 1, wish: WISH }, { revision: 0, wish: { ...WISH, k: 3 } }, { revision: 0, wish: { ...WISH, max_size: 2 } }]) {
    rerender(other);
    expect(result.current.data).toBeUndefined();
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
  }
});
