import { PageError } from "~/admin/admin-error";

/** When a page of the dashboard cannot be shown, its navigation stays. */
export const DashboardError = () => <PageError heading="h1" />;
