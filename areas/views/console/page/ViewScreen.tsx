import "#console/widgets/page-icons.ts";
import { useActor } from "#console/access/access.ts";
import { usePreference } from "#console/preference.ts";
import { homePage } from "#console/preferences/preferences.ts";
import { Page } from "#console/shell/Page.tsx";
import { useHasPage } from "#console/shell/registry.ts";
import { ButtonLink } from "#console/widgets/ButtonLink.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { useView } from "../data/use-view.ts";
import { editViewPath, viewPath, VIEWS_SETTINGS } from "../data/view-ref.ts";
import { FirstData } from "./FirstData.tsx";
import { Sections } from "./Sections.tsx";
import { ViewContent } from "./ViewContent.tsx";

interface ViewScreenProps {
  /** Undefined if only the name of the view is known. */
  id?: string | undefined;
  namespace: string;
  name: string;
  /** Shown until the data are loaded. */
  title: string;
  icon: string;
}

const NO_VALUES = {};

/** The page of a view. */
export function ViewScreen(props: ViewScreenProps) {
  const { namespace, name } = props;
  const { answer, isOutdated, isSlow, refresh, values, choose } = useView(props);
  const id = answer?.id ?? props.id;
  const title = answer?.title ?? props.title;
  const isList = answer && answer.panels.length === 0 && answer.sections.length === 0;
  // A phone has no space for the title next to the buttons. A list has its own height, so its title stays in the header.
  const hasTitleBelow = answer !== undefined && !isList;
  const hasEditor = useHasPage(VIEWS_SETTINGS);
  const mayWrite = useActor().can("write", "views") && hasEditor;
  return (
    <Page
      title={title}
      hasTitleBelow={hasTitleBelow}
      icon={answer?.icon || props.icon}
      refresh={refresh}
      actions={
        id !== undefined && (
          <>
            <HomeButton path={viewPath(id)} />
            {mayWrite && (
              <ButtonLink href={editViewPath(id)} icon="pencil">
                Edit
              </ButtonLink>
            )}
          </>
        )
      }
    >
      <div className={isList ? "h-full p-4 pb-0" : "p-4"}>
        {hasTitleBelow && (
          <p aria-hidden className="mb-2 text-display font-semibold wrap-anywhere shell:hidden">
            {title}
          </p>
        )}
        {answer ? (
          <ViewContent
            key={`${namespace}/${name}`}
            answer={answer}
            values={values}
            choose={(key, value) => choose(answer.variables, key, value)}
            isOutdated={isOutdated}
            isPage
          >
            <Sections answer={answer} fixed={NO_VALUES} />
          </ViewContent>
        ) : (
          <FirstData refresh={refresh} isSlow={isSlow} />
        )}
      </div>
    </Page>
  );
}

/** Makes the view the home page of this browser, or resets the home page. */
function HomeButton({ path }: { path: string }) {
  const isHome = usePreference(homePage) === path;
  return (
    <IconButton
      icon={isHome ? "pin-off" : "pin"}
      label={isHome ? "Do not use as home page" : "Use as home page"}
      aria-pressed={isHome}
      onClick={() => {
        homePage.set(isHome ? "" : path);
        toast.success(isHome ? "Restored the default home page" : "This view is now your home page");
      }}
    />
  );
}
