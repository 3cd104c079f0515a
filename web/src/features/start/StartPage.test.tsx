import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { recordedServer, type RecordedServer } from "@/testing/server";
import StartPage from "./StartPage";

/** Send to the recorded server instead of the network, telling progress on the way. */
function stubUpload(server: RecordedServer, { hold = false } = {}): void {
  class FakeRequest {
    status = 0;
    responseText = "";
    upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
    onload: (() => void) | null = null;
    onabort: (() => void) | null = null;
    open = (): void => undefined;
    setRequestHeader = (): void => undefined;
    abort = (): void => this.onabort?.();
    send(form: FormData): void {
      this.upload.onprogress?.({ loaded: 500, total: 1000 });
      if (!hold) void this.finish(form.get("file") as File);
    }
    private async finish(file: File): Promise<void> {
      const { status, body } = await server.handle(`POST /datasets ${JSON.stringify({ name: file.name, text: await file.text() })}`);
      this.status = status;
      this.responseText = JSON.stringify(body);
      this.onload?.();
    }
  }
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
}

const datasetsOf = async (server: RecordedServer): Promise<number> => ((await server.handle("GET /datasets")).body as unknown[]).length;

const file = (name = "people.csv"): File => new File([name.includes("empty") ? "" : "age\n1\n"], name, { type: "text/csv" });

describe("opening a sample", () => {
  it("takes one click and leads to the roles", async () => {
    recordedServer();
    const { user } = renderPage(<StartPage />);
    await user.click(await screen.findByRole("button", { name: /Census/ }));
    await waitFor(() => expect(window.location.pathname).toBe("/datasets/dataset-1/columns"));
  });

  it("shows progress, and can be cancelled", async () => {
    const server = recordedServer({ running: Infinity, interim: { step: "Reading the file" } });
    const { user } = renderPage(<StartPage />);
    await user.click(await screen.findByRole("button", { name: /Census/ }));
    expect(await screen.findByText("Reading Census")).toBeInTheDocument();
    expect(screen.getByRole("progressbar", { name: "Progress" })).toBeInTheDocument();
    expect(await screen.findByText("Reading the file")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText("Drop a file here")).toBeInTheDocument();
    expect(await datasetsOf(server)).toBe(1);
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

it("does not call back whoever went to another page meanwhile", async () => {
  const server = recordedServer({ running: 1 });
  const { user, unmount } = renderPage(<StartPage />);
  await user.click(await screen.findByRole("button", { name: /Census/ }));
  unmount();
  await waitFor(async () => expect(await datasetsOf(server)).toBe(2));
  await new Promise((resume) => setTimeout(resume, 500));
  expect(window.location.pathname).toBe("/");
});

describe("opening a file", () => {
  it("works from the file chooser", async () => {
    stubUpload(recordedServer());
    const { user, container } = renderPage(<StartPage />);
    const chooser = container.querySelector<HTMLInputElement>("input[type=file]") ?? expect.fail("no chooser");
    await user.upload(chooser, file());
    await waitFor(() => expect(window.location.pathname).toBe("/datasets/dataset-1/columns"));
  });

  it("works by dropping it", async () => {
    stubUpload(recordedServer());
    renderPage(<StartPage />);
    fireEvent.drop(document.body, { dataTransfer: { files: [file("dropped.csv")] } });
    await waitFor(() => expect(window.location.pathname).toBe("/datasets/dataset-1/columns"));
  });

  it("tells how much was sent, and stops when cancelled", async () => {
    stubUpload(recordedServer(), { hold: true });
    const { user } = renderPage(<StartPage />);
    fireEvent.drop(document.body, { dataTransfer: { files: [file()] } });
    expect(await screen.findByText("Uploading people.csv")).toBeInTheDocument();
    expect(screen.getByText("500 byte of 1 kB")).toBeInTheDocument();
    expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "50");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText("Drop a file here")).toBeInTheDocument();
  });

  it("says where it happened what is wrong with a file, and what to do", async () => {
    stubUpload(recordedServer());
    const { user } = renderPage(<StartPage />);
    fireEvent.drop(document.body, { dataTransfer: { files: [file("empty.csv")] } });
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("empty.csv could not be opened");
    expect(alert).toHaveTextContent("'empty.csv' is empty.");
    expect(alert).toHaveTextContent("Check that this is the file you meant.");
    await user.click(within(alert).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("refuses a file that is too large before sending it", async () => {
    recordedServer();
    renderPage(<StartPage />);
    await screen.findByText(/Up to 2\.1 GB/);
    const large = file("large.csv");
    Object.defineProperty(large, "size", { value: 5_000_000_000 });
    fireEvent.drop(document.body, { dataTransfer: { files: [large] } });
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "large.csv is 5 GB. This server accepts files of up to 2.1 GB.",
    );
  });

  it("takes one file at a time", async () => {
    recordedServer();
    renderPage(<StartPage />);
    fireEvent.drop(document.body, { dataTransfer: { files: [file("a.csv"), file("b.csv")] } });
    expect(await screen.findByRole("alert")).toHaveTextContent("one file at a time");
  });
});

describe("the datasets", () => {
  it("are listed with their size", async () => {
    recordedServer();
    const { container } = renderPage(<StartPage />);
    const link = await screen.findByRole("link", { name: "Open census.csv" });
    expect(link).toHaveAttribute("href", "/datasets/census");
    expect(link.closest("tr")).toHaveTextContent("400");
    expect(await findBarriers(container)).toEqual([]);
  });

  it("are deleted only after a question", async () => {
    const server = recordedServer();
    const { user } = renderPage(<StartPage />);
    await user.click(await screen.findByRole("button", { name: "Delete census.csv" }));
    const dialog = await screen.findByRole("dialog", { name: "Delete census.csv?" });
    expect(await datasetsOf(server)).toBe(1);
    await user.click(within(dialog).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText(/Nothing here yet/)).toBeInTheDocument();
    expect(await datasetsOf(server)).toBe(0);
  });

  it("stay when the question is answered with no", async () => {
    const server = recordedServer();
    const { user } = renderPage(<StartPage />);
    await user.click(await screen.findByRole("button", { name: "Delete census.csv" }));
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await datasetsOf(server)).toBe(1);
  });
});
