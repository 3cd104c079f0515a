/** The heading of a page: whoever comes from another page is taken to it, and reads on from there. */
import { Title, type TitleProps } from "@mantine/core";
import { createContext, use, useCallback, useEffect, useRef, type ReactElement, type ReactNode } from "react";

type Arrive = (heading: HTMLElement) => void;

const Arrival = createContext<Arrive>(() => undefined);

/** Leaves the first page of a visit alone: the browser starts at its top. */
export function ArrivalProvider({ children }: { children: ReactNode }): ReactElement {
  const visiting = useRef(false);
  const arrive = useCallback<Arrive>((heading) => {
    if (visiting.current && isOnTheWay(document.activeElement)) heading.focus({ preventScroll: true });
    visiting.current = true;
  }, []);
  return <Arrival value={arrive}>{children}</Arrival>;
}

/** The focus is nowhere, or still on the link that led here; elsewhere somebody has put it on purpose. */
function isOnTheWay(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.closest("header a, header nav button") !== null;
}

interface PageTitleProps extends Omit<TitleProps, "order" | "children"> {
  text: string;
}

export function PageTitle({ text, style, ...rest }: PageTitleProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrive = use(Arrival);
  useEffect(() => {
    if (heading.current) arrive(heading.current);
  }, [arrive, text]);
  return (
    <Title ref={heading} order={1} tabIndex={-1} style={[{ outline: "none" }, style]} {...rest}>
      {text}
    </Title>
  );
}
