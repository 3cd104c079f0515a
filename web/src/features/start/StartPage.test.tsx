import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { findBarriers } from "@/testing/axe";
import { mockApi, renderPage } from "@/testing/render";
import type { MockApi } from "@mock/api";
import StartPage from "./StartPage";

/** Send through the mock instead of the network, telling progress on the way. */
function stubUpload(api: MockApi, { hold = false } = {}): void {
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
      // Node's Request cannot read jsdom's FormData, so the mock is given one that answers alike.
      const request = new Request("http://localhost/api/v1/datasets", { method: "POST" });
      request.formData = () => Promise.resolve(new Map([["file", file]]) as unknown as FormData);
      const response = await api.handle(request);
      this.status = response.status;
      this.responseText = await response.text();
      this.onload?.();
    }
  }
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
}

const file = (name = "people.csv"): File => new File(["age\n1\n"], name, { type: "text/csv" });

describe("opening a sample", () => {
  it("takes one click and leads to the roles", async () => {
    mockApi();
    const { user } = renderPage(<StartPage />);
    await user.click(await screen.findByRole("button", { name: /Census/ }));
    await waitFor(() => expect(window.location.pathname).toBe("/datasets/census-2/roles"));
  });

  it("shows progress, and can be cancelled", async () => {
    const api = mockApi({ pace: 200 });
    const { user } = renderPage(<StartPage />);
    await user.click(await screen.findByRole("button", { name: /Census/ }));
    expect(await screen.findByText("Reading Census")).toBeInTheDocument();
    expect(screen.getByRole("progressbar", { name: "Progress" })).toBeInTheDocument();
    expect(await screen.findByText("Reading the file")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText("Drop a file here")).toBeInTheDocument();
    expect(api.datasets.size).toBe(1);
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

it("does not call back whoever went to another page meanwhile", async () => {
  const api = mockApi({ pace: 30 });
  const { user, unmount } = renderPage(<StartPage />);
  await user.click(await screen.findByRole("button", { name: /Census/ }));
  unmount();
  await waitFor(() => expect(api.datasets.size).toBe(2));
  await new Promise((resume) => setTimeout(resume, 500));
  expect(window.location.pathname).toBe("/");
});

describe("opening a file", () => {
  it("works from the file chooser", async () => {
    stubUpload(mockApi());
    const { user, container } = renderPage(<StartPage />);
    const chooser = container.querySelector<HTMLInputElement>("input[type=file]") ?? expect.fail("no chooser");
    await user.upload(chooser, file());
    await waitFor(() => expect(window.location.pathname).toBe("/datasets/people-csv-2/roles"));
  });

  it("works by dropping it", async () => {
    stubUpload(mockApi());
    renderPage(<StartPage />);
    fireEvent.drop(document.body, { dataTransfer: { files: [file("dropped.csv")] } });
    await waitFor(() => expect(window.location.pathname).toBe("/datasets/dropped-csv-2/roles"));
  });

  it("tells how much was sent, and stops when cancelled", async () => {
    stubUpload(mockApi(), { hold: true });
    const { user } = renderPage(<StartPage />);
    fireEvent.drop(document.body, { dataTransfer: { files: [file()] } });
    expect(await screen.findByText("Sending people.csv")).toBeInTheDocument();
    expect(screen.getByText("500 byte of 1 kB")).toBeInTheDocument();
    expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "50");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText("Drop a file here")).toBeInTheDocument();
  });

  it("says where it happened what is wrong with a file, and what to do", async () => {
    stubUpload(mockApi());
    const { user } = renderPage(<StartPage />);
    fireEvent.drop(document.body, { dataTransfer: { files: [file("empty.csv")] } });
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("empty.csv could not be opened");
    expect(alert).toHaveTextContent("'empty.csv' has no rows.");
    expect(alert).toHaveTextContent("at least one row");
    await user.click(within(alert).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("refuses a file that is too large before sending it", async () => {
    mockApi();
    renderPage(<StartPage />);
    await screen.findByText(/Up to 1 GB/);
    const large = file("large.csv");
    Object.defineProperty(large, "size", { value: 5_000_000_000 });
    fireEvent.drop(document.body, { dataTransfer: { files: [large] } });
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "large.csv has 5 GB; this server takes files up to 1 GB.",
    );
  });

  it("takes one file at a time", async () => {
    mockApi();
    renderPage(<StartPage />);
    fireEvent.drop(document.body, { dataTransfer: { files: [file("a.csv"), file("b.csv")] } });
    expect(await screen.findByRole("alert")).toHaveTextContent("one file at a time");
  });
});

describe("the datasets", () => {
  it("are listed with their size", async () => {
    mockApi();
    const { container } = renderPage(<StartPage />);
    const link = await screen.findByRole("link", { name: "Open census.csv" });
    expect(link).toHaveAttribute("href", "/datasets/census");
    expect(link.closest("tr")).toHaveTextContent("400");
    expect(await findBarriers(container)).toEqual([]);
  });

  it("are deleted only after a question", async () => {
    const api = mockApi();
    const { user } = renderPage(<StartPage />);
    await user.click(await screen.findByRole("button", { name: "Delete census.csv" }));
    const dialog = await screen.findByRole("dialog", { name: "Delete census.csv?" });
    expect(api.datasets.size).toBe(1);
    await user.click(within(dialog).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText(/Nothing here yet/)).toBeInTheDocument();
    expect(api.datasets.size).toBe(0);
  });

  it("stay when the question is answered with no", async () => {
    const api = mockApi();
    const { user } = renderPage(<StartPage />);
    await user.click(await screen.findByRole("button", { name: "Delete census.csv" }));
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.datasets.size).toBe(1);
  });
});
