/** A step of the set-up with its title, and a `?` where it needs a word. */
import type { ReactElement, ReactNode } from "react";
import { HelpText } from "@/components/Help";
import classes from "../LinkedPage.module.css";

export function Step({ title, help, children }: { title: string; help?: string; children: ReactNode }): ReactElement {
  return (
    <div className={classes.step}>
      <h2 className={classes.stepTitle}>
        {title}
        {help === undefined ? null : <HelpText title={title} text={help} />}
      </h2>
      {children}
    </div>
  );
}
