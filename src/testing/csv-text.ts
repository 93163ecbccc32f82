/** Removes the byte order mark. */
export const csvText = async (answer: Response): Promise<string> =>
  new TextDecoder().decode(await answer.arrayBuffer())
