import { renderHook, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Providers } from "@/app/Providers";
import { onPageError } from "./pageErrors";
import { recordedServer } from "@/testing/server";
import { useDataset, useDecide, useJump, useRedo, useUndo } from "./dataset";

function draw() {
  const hook = renderHook(
    () => ({
      view: useDataset("census"),
      decide: useDecide("census"),
      undo: useUndo("census"),
      redo: useRedo("census"),
      jump: useJump("census"),
    }),
    { wrapper: ({ children }) => <Providers env="test">{children}</Providers> },
  );
  const view = () => hook.result.current.view.data;
  return { hook, view, now: () => hook.result.current };
}

describe("changes to a dataset", () => {
  it("take over the view that they answer", async () => {
    recordedServer();
    const { view, now } = draw();
    await waitFor(() => expect(view()?.revision).toBe(0));
    now().decide.mutate({ kind: "generalize", attribute: "age", level: 2 });
    await waitFor(() => expect(view()?.revision).toBe(1));
    expect(view()?.attributes.find((one) => one.name === "age")?.level).toBe(2);
  });

  it("undo a middle decision and bring it back", async () => {
    recordedServer();
    const { view, now } = draw();
    await waitFor(() => expect(view()).toBeDefined());
    await now().decide.mutateAsync({ kind: "generalize", attribute: "age", level: 1 });
    await now().decide.mutateAsync({ kind: "suppress", k: 2 });
    await now().undo.mutateAsync("d1");
    await waitFor(() => expect(view()?.decisions.map((one) => one.id)).toEqual(["d2"]));
    expect(view()?.k).toBe(2);
    await now().redo.mutateAsync("d1");
    await waitFor(() => expect(view()?.decisions.map((one) => one.id)).toEqual(["d1", "d2"]));
  });

  it("jump to an earlier state", async () => {
    recordedServer();
    const { view, now } = draw();
    await waitFor(() => expect(view()).toBeDefined());
    await now().decide.mutateAsync({ kind: "generalize", attribute: "age", level: 1 });
    await now().decide.mutateAsync({ kind: "suppress", k: 2 });
    await now().jump.mutateAsync(1);
    await waitFor(() => expect(view()?.k).toBe(1));
    expect(view()?.decisions).toHaveLength(1);
  });

  it("on an old revision are refused, told, and the view is fetched again", async () => {
    const server = recordedServer();
    const heard: string[] = [];
    const stop = onPageError((error) => heard.push(error));
    const { view, now } = draw();
    await waitFor(() => expect(view()?.revision).toBe(0));
    await server.decide({ kind: "suppress", k: 3 }); // the other window
    await expect(now().decide.mutateAsync({ kind: "suppress", k: 2 })).rejects.toMatchObject({ status: 409 });
    await waitFor(() => expect(view()?.k).toBe(3));
    expect(heard).toEqual(["conflict"]);
    stop();
  });
});
