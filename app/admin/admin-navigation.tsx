import { NavLink } from "@remix-run/react";

const pages = [
  { to: "/admin/overview", label: "Overview" },
  { to: "/admin/users", label: "Users" },
  { to: "/admin/roles", label: "Roles" },
  { to: "/admin/plans", label: "Plans" },
  { to: "/admin/audit", label: "Audit" },
];

const link =
  "-mb-px block border-b-2 border-transparent px-1 py-3 text-[0.9375rem] whitespace-nowrap text-paper-2 transition-colors hover:text-paper aria-[current=page]:border-cyan aria-[current=page]:text-paper";

/** The pages of the administration. Wraps on a phone: what scrolls out of sight is not found. */
export function AdminNavigation() {
  return (
    <nav aria-label="Administration" className="border-b border-line">
      <ul className="flex flex-wrap gap-x-6">
        {pages.map(({ label, ...page }) => (
          <li key={label}>
            <NavLink {...page} className={link}>
              {label}
            </NavLink>
          </li>
        ))}
        <li className="sm:ml-auto">
          {/* Another application: only a full page load opens it. */}
          <a href="/studio" className={link}>
            Studio
          </a>
        </li>
      </ul>
    </nav>
  );
}
