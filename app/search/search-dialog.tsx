import { Dialog } from "~/ui/dialog";
import { SearchCombobox } from "./search-combobox";

/** The quick search: the first results while the visitor types. */
export default function SearchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Search" size="wide" grows>
      <SearchCombobox onLeave={onClose} />
    </Dialog>
  );
}
