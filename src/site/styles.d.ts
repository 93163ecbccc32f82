declare module '#web/styles.css' {
  const text: string
  export default text
}
