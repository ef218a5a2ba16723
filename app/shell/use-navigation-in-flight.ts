import { useNavigation } from "@remix-run/react";
import { useWaiting } from "./connection";

const idle: ReturnType<typeof useNavigation> = {
  state: "idle",
  location: undefined,
  formMethod: undefined,
  formAction: undefined,
  formEncType: undefined,
  formData: undefined,
  json: undefined,
  text: undefined,
};

/**
 * The navigation or form whose response is awaited. None while it waits for a connection, so that
 * the button of the form can be pressed again.
 */
export function useNavigationInFlight(): ReturnType<typeof useNavigation> {
  const navigation = useNavigation();
  return useWaiting() === null ? navigation : idle;
}
