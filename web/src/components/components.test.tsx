import { Modal } from "@mantine/core";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ApiError, offline } from "@/api/client";
import { findBarriers } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { recordedServer } from "@/testing/server";
import { ColourSchemeSwitch } from "./ColourSchemeSwitch";
import { ConfirmDialog } from "./ConfirmDialog";
import { PersonWarning } from "./PersonWarning";
import { EmptyState } from "./EmptyState";
import { ErrorNotice } from "./ErrorNotice";
import { Help, HelpText } from "./Help";
import { LanguageSwitch } from "./LanguageSwitch";
import { Loading } from "./Loading";
import { RightBadge } from "./RightBadge";

const problem = new ApiError(400, { code: "empty", message: "No rows.", hint: "Add some.", errors: [] });

describe("ErrorNotice", () => {
  it("says what was wrong and what to do", async () => {
    const { container } = renderPage(<ErrorNotice error={problem} title="Not opened" />);
    const alert = screen.getByRole("alert");
    expect(alert).toHaveTextContent("Not opened");
    expect(alert).toHaveTextContent("No rows.");
    expect(alert).toHaveTextContent("Add some.");
    expect(await findBarriers(container)).toEqual([]);
  });

  it("lists the single errors", () => {
    const several = new ApiError(400, { code: "usage", message: "Two are wrong.", hint: "", errors: ["k = 0", "l = 0"] });
    renderPage(<ErrorNotice error={several} />);
    expect(screen.getAllByRole("listitem").map((one) => one.textContent)).toEqual(["k = 0", "l = 0"]);
  });

  it("is not there without an error", () => {
    renderPage(<ErrorNotice error={null} />);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("leaves a conflict to the notice of the page", () => {
    const conflict = new ApiError(409, { code: "conflict", message: "Changed.", hint: "", errors: [] });
    renderPage(<ErrorNotice error={conflict} />);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("has its own words for a silent server and for a bug", () => {
    renderPage(
      <>
        <ErrorNotice error={offline()} />
        <ErrorNotice error={new TypeError("x is undefined")} />
      </>,
    );
    const [silent, bug] = screen.getAllByRole("alert");
    expect(silent).toHaveTextContent("is not answering");
    expect(bug).toHaveTextContent("unexpected");
    expect(bug).not.toHaveTextContent("undefined");
  });

  it("tries again and closes", async () => {
    const retry = vi.fn();
    const close = vi.fn();
    const { user } = renderPage(<ErrorNotice error={problem} onRetry={retry} onClose={close} />);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(retry).toHaveBeenCalledOnce();
    expect(close).toHaveBeenCalledOnce();
  });
});

describe("Help", () => {
  it("explains a measure with its source", async () => {
    recordedServer();
    const { user } = renderPage(<Help name="average_risk" />);
    await user.click(await screen.findByRole("button", { name: "What is “Average risk”?" }));
    expect(await screen.findByText(/Source:/)).toBeInTheDocument();
    expect(screen.getByText("Average risk")).toBeInTheDocument();
  });

  it("admits that it has nothing to say", async () => {
    recordedServer();
    const { user } = renderPage(<Help name="nonsense" />);
    await user.click(screen.getByRole("button", { name: "What is “nonsense”?" }));
    expect(await screen.findByText("There is no explanation for this yet.")).toBeInTheDocument();
  });
});

describe("HelpText", () => {
  const open = async () => {
    const close = vi.fn();
    const { user } = renderPage(
      <Modal opened onClose={close} title="Advanced">
        <HelpText title="Diversity" text="How many values a group has." />
        <button>after</button>
      </Modal>,
    );
    const target = await screen.findByRole("button", { name: "What is “Diversity”?" });
    target.focus();
    await user.keyboard("{Enter}");
    return { user, close, target, text: await screen.findByText("How many values a group has.") };
  };

  it("closes on Escape, and leaves the dialog around it open", async () => {
    const { user, close, target, text } = await open();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(text).not.toBeInTheDocument());
    expect(target).toHaveFocus();
    expect(close).not.toHaveBeenCalled();
    await user.keyboard("{Escape}");
    expect(close).toHaveBeenCalledOnce();
  });

  it("opens under the pointer and on focus, and Escape closes it but not the dialog", async () => {
    const close = vi.fn();
    const { user } = renderPage(
      <Modal opened onClose={close} title="Advanced">
        <HelpText title="Diversity" text="How many values a group has." field="l-diversity" />
        <button>after</button>
      </Modal>,
    );
    const after = await screen.findByRole("button", { name: "after" });
    after.focus();
    await user.hover(screen.getByRole("button", { name: "What is “Diversity”?" }));
    const text = await screen.findByText("How many values a group has.");
    expect(screen.getByText("Experts call this: l-diversity")).toBeInTheDocument();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(text).not.toBeInTheDocument());
    expect(close).not.toHaveBeenCalled();
    await user.unhover(screen.getByRole("button", { name: "What is “Diversity”?" }));
    await user.tab({ shift: true });
    const again = await screen.findByText("How many values a group has.");
    // What the pointer would have closed by leaving stays while the focus is there.
    await new Promise((passed) => setTimeout(passed, 400));
    expect(again).toBeInTheDocument();
  });

  it("closes when the focus goes on", async () => {
    const { user, text } = await open();
    await user.tab();
    await waitFor(() => expect(text).not.toBeInTheDocument());
  });

  it("stays while its text is clicked, and Escape leads back", async () => {
    const { user, close, target, text } = await open();
    await user.click(text);
    expect(target).not.toHaveFocus();
    expect(text).toBeInTheDocument();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(text).not.toBeInTheDocument());
    expect(target).toHaveFocus();
    expect(close).not.toHaveBeenCalled();
  });
});

describe("ConfirmDialog", () => {
  it("asks, and does what its button says", async () => {
    const confirm = vi.fn();
    const { user, baseElement } = renderPage(
      <ConfirmDialog opened title="Delete x?" text="Gone for ever." action="Delete" onConfirm={confirm} onClose={vi.fn()} />,
    );
    expect(await screen.findByRole("dialog", { name: "Delete x?" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus();
    expect(await findBarriers(baseElement)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(confirm).toHaveBeenCalledOnce();
  });
});

describe("LanguageSwitch", () => {
  it("changes every text, tells the browser, and is remembered", async () => {
    const { user, unmount } = renderPage(
      <>
        <LanguageSwitch />
        <Loading />
      </>,
    );
    await user.selectOptions(screen.getByRole("combobox", { name: "Language" }), "es");
    expect(await screen.findByText("Cargando…")).toBeInTheDocument();
    expect(document.documentElement.lang).toBe("es");
    unmount();
    renderPage(<Loading />);
    expect(await screen.findByText("Cargando…")).toBeInTheDocument();
  });
});

describe("ColourSchemeSwitch", () => {
  it("turns the page dark", async () => {
    const { user } = renderPage(<ColourSchemeSwitch />);
    await user.click(screen.getByRole("button", { name: "Colour scheme" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "Dark" }));
    await waitFor(() => expect(document.documentElement).toHaveAttribute("data-mantine-color-scheme", "dark"));
  });
});

describe("EmptyState", () => {
  it("says what is missing", () => {
    renderPage(<EmptyState icon="table" title="Nothing here" text="Open a file." />);
    expect(screen.getByRole("heading", { name: "Nothing here" })).toBeInTheDocument();
    expect(screen.getByText("Open a file.")).toBeInTheDocument();
  });
});

describe("PersonWarning", () => {
  it("says in an alert that rows are counted, and nothing where nothing is wrong", () => {
    const { unmount } = renderPage(<PersonWarning warning="'patient_id' repeats." />);
    expect(screen.getByRole("alert")).toHaveTextContent("incrowd counts rows, not people. 'patient_id' repeats.");
    unmount();
    renderPage(<PersonWarning warning={null} />);
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("RightBadge", () => {
  it("says what may be done with shared data, and nothing to whoever owns it", async () => {
    const { container } = renderPage(
      <>
        <RightBadge right="view" />
        <RightBadge right="work" />
        <RightBadge right="own" />
      </>,
    );
    const badges = screen.getAllByRole("group").map((badge) => badge.getAttribute("aria-label"));
    expect(badges).toEqual([
      expect.stringContaining("You can look at it, but you cannot change or export it."),
      expect.stringContaining("You can change and export it, but you cannot delete it."),
    ]);
    expect(await findBarriers(container)).toEqual([]);
  });
});
