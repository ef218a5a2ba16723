/** What `homeTrust` shows. */
export const trustFields = `_type == "homeTrust" => {
  heading,
  lead,
  "cards": coalesce(cards[]{ _key, icon, title, description }, [])
}`;
