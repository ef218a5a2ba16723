import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/account/guards.server";
import { PersonFacts } from "~/account/person-facts";
import { DashboardPage, Panel } from "~/dashboard/dashboard-page";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    title: "Dashboard",
    description: "Your account.",
    path: "/dashboard",
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireUser(context.session, request);
  if (viewer.role === "Admin") throw redirect("/admin");
  return { viewer };
}

export default function Dashboard() {
  const { viewer } = useLoaderData<typeof loader>();
  return (
    <DashboardPage
      title={viewer.fullName ? `Hello, ${viewer.fullName}` : "Your dashboard"}
      actions={
        viewer.role === "Editor" && (
          <Button asChild variant="outline" size="sm">
            <a href="/studio">Open the Studio</a>
          </Button>
        )
      }
    >
      <Panel title="Account">
        <PersonFacts viewer={viewer} />
      </Panel>
    </DashboardPage>
  );
}
