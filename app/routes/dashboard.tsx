import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/account/guards.server";
import { PersonFacts } from "~/account/person-facts";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";
import { Container } from "~/ui/container";

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
    <Container className="py-16">
      <h1 className="text-4xl font-semibold tracking-tight">
        {viewer.fullName ? `Hello, ${viewer.fullName}` : "Your dashboard"}
      </h1>
      <p className="mt-3 text-paper-2">You are signed in. This is what we know about you.</p>
      <PersonFacts viewer={viewer} />
      {viewer.role === "Editor" && (
        <Button asChild className="mt-8">
          <a href="/studio">Open the Studio</a>
        </Button>
      )}
    </Container>
  );
}
