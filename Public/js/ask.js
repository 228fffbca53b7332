/** Questions to the server over HTTP, and what it says when it cannot answer them. */

/** An answer that is none: the code and the sentence of the server's problem document. */
export class Problem extends Error {
  constructor(status, { code = "unavailable", detail = "The server does not answer." } = {}) {
    super(detail);
    this.status = status;
    this.code = code;
  }

  /** Whether there is no such thing, so that to ask again is no use. */
  get isMissing() {
    return this.status === 404;
  }
}

/**
 * What the server answers to a path below `/api/v1`, as a value; throws a `Problem`.
 * @param {string|null} token of whoever asks what is not for everyone
 */
export async function ask(path, signal, token = null) {
  const headers = { Accept: "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  let response;
  try {
    response = await fetch(`/api/v1/${path}`, { headers, signal });
  } catch (fault) {
    if (fault.name === "AbortError") throw fault;
    throw new Problem(0);
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Problem(response.status, body);
  return body;
}
