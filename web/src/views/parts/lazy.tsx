import type { ComponentType, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";

interface LazyProps<Props extends object> {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
}

/** A part of the page whose code is loaded when it is shown. */
export function Lazy<Props extends object>({ load, props }: LazyProps<Props>): VNode {
  const [loaded, setLoaded] = useState<{ readonly part: ComponentType<Props> } | "failed" | null>(null);
  useEffect(() => {
    load().then(
      (part) => setLoaded({ part }),
      () => setLoaded("failed"),
    );
  }, [load]);
  if (loaded === "failed")
    return (
      <p class="empty">
        This part of the page could not be loaded: Bellhop was probably updated. <a href="/">Load the page again</a>.
      </p>
    );
  if (loaded === null) return <p class="empty">Loading…</p>;
  const Part = loaded.part as ComponentType<object>;
  return <Part {...props} />;
}
