/** What `homeInfrastructure` shows. */
export const infrastructureFields = `_type == "homeInfrastructure" => {
  heading,
  lead,
  "cards": coalesce(cards[]{ _key, icon, title, description }, [])
}`;
