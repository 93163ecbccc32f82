import { createSocket } from 'node:dgram'
import ipaddr from 'ipaddr.js'
import { NAME_SERVER } from './namespace.ts'

/** Returns addresses for query `nth` (from 0) of a name; null sends no response. */
export type Answers = (name: string, nth: number) => string[] | null

const TYPES: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' }

/** A DNS server over UDP; all TTLs are 0. */
export async function startNameServer(answersOf: Answers) {
  const questions: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { name, type, end } = questionOf(message)
    const question = `${TYPES[type] ?? type} ${name}`
    const nth = questions.filter((earlier) => earlier === question).length
    questions.push(question)
    const answers = answersOf(name, nth)?.map((answer) => ipaddr.parse(answer).toByteArray())
    if (!answers) return
    const fitting = answers.filter(({ length }) => length === (TYPES[type] === 'A' ? 4 : 16))
    const head = Buffer.concat([
      message.subarray(0, 2),
      Buffer.from([0x81, 0x80, 0, 1, 0, fitting.length, 0, 0, 0, 0]),
    ])
    // 0xc0 12 points to the name in the question.
    const records = fitting.map((bytes) => [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes])
    socket.send(Buffer.concat([head, message.subarray(12, end), Buffer.from(records.flat())]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(53, NAME_SERVER, resolve))

  return {
    questions,
    timesAsked: (name: string) =>
      Object.values(TYPES).map(
        (type) => questions.filter((question) => question === `${type} ${name}`).length,
      ),
  }
}

function questionOf(message: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}
