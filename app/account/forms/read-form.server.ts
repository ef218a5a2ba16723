/**
 * The fields of a form that was sent to us. Throws a 400 Response when the body is none: left to itself, that is an
 * error of ours.
 */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw new Response("That is not a form.", { status: 400 });
  }
}
