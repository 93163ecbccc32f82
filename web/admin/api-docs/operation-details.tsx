import type { ReactNode } from 'react'
import type { Operation } from './description.ts'
import { describeType, listFields, type Schema, type SchemaField } from './schema-text.ts'

export function OperationInput({ operation }: { operation: Operation }) {
  const { description, parameters = [], requestBody } = operation
  return (
    <>
      {description && <p className="max-w-[80ch]">{withCode(description)}</p>}
      {parameters.length > 0 && (
        <Fields
          title="Parameters"
          fields={parameters.map(({ name, in: location, required, schema }) => ({
            name,
            type: `${describeType(schema)} (${location})`,
            isRequired: required,
          }))}
        />
      )}
      {requestBody && <Body title="Body" content={requestBody.content} />}
    </>
  )
}

type BodyProps = { title: string; content: Record<string, { schema: Schema }>; isResponse?: boolean }

function Body({ title, content, isResponse = false }: BodyProps) {
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(content)
  if (type !== 'application/json') return <Section title={title}>{Object.keys(content).join(', ')}</Section>
  const fields = listFields(schema)
  if (fields.length === 0) return <Section title={title}>{describeType(schema)}</Section>
  return <Fields title={title} fields={fields} isResponse={isResponse} />
}

export function OperationResponses({ operation: { responses } }: { operation: Operation }) {
  return (
    <>
      <Section title="Responses">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {Object.entries(responses).map(([status, { description, headers = {} }]) => (
            <div key={status} className="contents">
              <dt>
                <code className="font-mono">{status}</code>
              </dt>
              <dd>
                {withCode(description)}
                {Object.keys(headers)
                  .filter((name) => !description.includes(name))
                  .map((name) => ` · ${name}`)}
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      {Object.entries(responses).map(
        ([status, { content }]) =>
          status.startsWith('2') && (
            <Body key={status} title={`Body of ${status}`} content={content} isResponse />
          ),
      )}
    </>
  )
}

type FieldsProps = { title: string; fields: SchemaField[]; isResponse?: boolean }

/** Marks required request fields and optional response fields. */
function Fields({ title, fields, isResponse = false }: FieldsProps) {
  return (
    <Section title={title}>
      <table className="w-full text-left">
        <thead className="sr-only">
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, type, isRequired }, index) => (
            <tr key={index} className="border-border not-last:border-b">
              <th
                scope="row"
                className="wrap-anywhere w-2/5 lg:w-64 py-1.5 pr-4 align-top font-normal font-mono"
              >
                {name}
              </th>
              <td className="wrap-anywhere py-1.5 text-muted">
                {type}
                {isRequired !== isResponse && (
                  <span className="text-text"> · {isResponse ? 'optional' : 'required'}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-sm">{title}</h3>
      {children}
    </section>
  )
}

/** Text between backticks becomes code. */
const withCode = (text: string): ReactNode[] =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={`${index} ${part}`}>{part}</code> : part))
