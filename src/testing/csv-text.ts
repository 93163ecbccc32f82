/** A file as who opens it reads it: without the mark of its byte order. */
export const csvText = async (answer: Response): Promise<string> =>
  new TextDecoder().decode(await answer.arrayBuffer())
