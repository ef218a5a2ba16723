import { Stack, Text } from "@sanity/ui";
import { definePlugin, isNumberInputProps, type InputProps } from "sanity";
import { formatPrice } from "../../schemas/fields/price";

/**
 * Says below a price how the site shows it. A browser's number field ignores a comma: an
 * editor who typed "49,90" had stored 4990, and nothing in the form said so.
 */
export const priceAsShown = definePlugin({
  name: "price-as-shown",
  form: { components: { input: Input } },
});

function Input(props: InputProps) {
  if (props.id !== "price" || !isNumberInputProps(props)) return props.renderDefault(props);
  const { value } = props;
  // The same elements with and without a price: otherwise React mounts the field again, and it
  // loses the focus.
  return (
    <Stack space={3}>
      {props.renderDefault(props)}
      <Text size={1} muted>
        {value === undefined
          ? "Write cents after a point."
          : `The site shows ${formatPrice(value)}. Write cents after a point.`}
      </Text>
    </Stack>
  );
}
