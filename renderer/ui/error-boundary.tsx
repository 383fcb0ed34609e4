import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { InlineError } from "./inline-error.tsx";

interface Props {
  /** What part of the window it is, as a person calls it: "the queue". */
  area: string;
  children: ReactNode;
}

interface State {
  error: Error | null;
  /** Where in the tree of components it happened. */
  where: string;
}

/** Keeps a defect in one pane from taking the window with it, and says what happened and what to do. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, where: "" };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(_error: Error, { componentStack }: ErrorInfo): void {
    this.setState({ where: componentStack ?? "" });
  }

  override render(): ReactNode {
    const { error, where } = this.state;
    if (!error) return this.props.children;
    return (
      <div className="p-3">
        <InlineError
          title={`${this.props.area} cannot be shown: ${error.message}`}
          details={`${error.stack ?? error.message}\n${where}`}
          actions={
            <Button size="sm" onClick={() => this.setState({ error: null, where: "" })}>
              Try again
            </Button>
          }
        >
          The rest of the window still works and nothing saved is lost. Try again. If the error stays, copy
          the details and report it.
        </InlineError>
      </div>
    );
  }
}
