import type { PromptTransport } from "@thothii/backend/api/agents";
import { type T, useTexts } from "../../../lib/i18n.ts";
import { SelectField } from "../../../ui/select-field.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { type AgentForm, argumentFields, type FormFault, type FormFaults } from "./agent-form.ts";

type AgentFieldsProps = {
  form: AgentForm;
  isNew: boolean;
  faults: FormFaults;
  readOnly: boolean;
  onChange: (part: Partial<AgentForm>) => void;
};

const transports: PromptTransport[] = ["argv", "stdin", "file"];

/** Every setting of an agent, arguments one a line. */
export function AgentFields({ form, isNew, faults, readOnly, onChange }: AgentFieldsProps) {
  const { t } = useTexts();
  const fault = (field: keyof AgentForm) => faultText(t, faults[field]);
  return (
    <div className="grid gap-4">
      {isNew ? (
        <TextField
          label={t("agents.field.id")}
          hint={t("agents.hint.id")}
          value={form.id}
          error={fault("id")}
          readOnly={readOnly}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          onChange={(event) => onChange({ id: event.currentTarget.value })}
        />
      ) : null}
      <div className="grid grid-cols-2 items-start gap-4 max-[640px]:grid-cols-1">
        <TextField
          label={t("agents.field.label")}
          value={form.label}
          error={fault("label")}
          readOnly={readOnly}
          autoComplete="off"
          maxLength={100}
          onChange={(event) => onChange({ label: event.currentTarget.value })}
        />
        <TextField
          label={t("agents.field.command")}
          value={form.command}
          error={fault("command")}
          readOnly={readOnly}
          autoComplete="off"
          spellCheck={false}
          maxLength={4096}
          onChange={(event) => onChange({ command: event.currentTarget.value })}
        />
      </div>
      <SelectField
        label={t("agents.field.promptTransport")}
        value={form.promptTransport}
        disabled={readOnly}
        options={transports.map((value) => ({ value, label: t(`agents.transport.${value}`) }))}
        onChange={(value) => onChange({ promptTransport: value as PromptTransport })}
      />
      <p className="text-ink-3 text-small">{t("agents.settings.arguments")}</p>
      <div className="grid grid-cols-2 items-start gap-4 max-[640px]:grid-cols-1">
        {argumentFields.map((field) => (
          <TextArea
            key={field}
            label={t(`agents.field.${field}`)}
            hint={t(`agents.hint.${field}`)}
            mono
            className="max-h-60 min-h-[54px] [field-sizing:content]"
            rows={Math.min(6, Math.max(2, form[field].split("\n").length))}
            spellCheck={false}
            value={form[field]}
            readOnly={readOnly}
            onChange={(value) => onChange({ [field]: value })}
          />
        ))}
      </div>
      <TextArea
        label={t("agents.field.env")}
        hint={t("agents.hint.env")}
        error={fault("env")}
        mono
        className="max-h-60 min-h-[54px] [field-sizing:content]"
        rows={Math.min(6, Math.max(2, form.env.split("\n").length))}
        spellCheck={false}
        value={form.env}
        readOnly={readOnly}
        onChange={(env) => onChange({ env })}
      />
    </div>
  );
}

const faultText = (t: T, fault: FormFault | undefined) => (fault ? t(`agents.fault.${fault}`) : null);
