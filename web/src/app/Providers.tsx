/** What every page stands on: look, language, cached answers, notices. */
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { LanguageProvider } from "@/i18n/LanguageProvider";
import { theme, variables } from "@/theme/theme";
import { createClient } from "./queryClient";

interface Props {
  children: ReactNode;
  client?: QueryClient;
  /** Tests draw without transitions. */
  env?: "test" | "default";
}

export function Providers({ children, client, env = "default" }: Props) {
  const [own] = useState(() => client ?? createClient());
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto" env={env}>
      <QueryClientProvider client={own}>
        <LanguageProvider>
          {children}
          <Notifications position="bottom-right" />
        </LanguageProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
