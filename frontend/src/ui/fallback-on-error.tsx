import { Component, type ReactNode } from "react";

type FallbackOnErrorProps = {
  /** What is shown: another one gets another try. */
  of: string;
  fallback: ReactNode;
  children: ReactNode;
};

/** Shows something plainer where its children can't be drawn. */
export class FallbackOnError extends Component<FallbackOnErrorProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(previous: FallbackOnErrorProps) {
    if (this.state.failed && previous.of !== this.props.of) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
