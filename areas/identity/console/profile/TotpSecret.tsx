import { CopyIcon } from "#console/widgets/CopyIcon.tsx";

/** The secret of an authenticator app. Groups of four are easier to type; the copied secret has no spaces. */
export const TotpSecret = ({ label, secret }: { label: string; secret: string }) => (
  <div>
    {label && <p className="mb-1.5 font-medium">{label}</p>}
    <div className="flex items-start gap-1">
      <p className="min-w-0 font-mono">
        {(secret.match(/.{1,4}/gs) ?? []).map((group, index) => (
          <span key={index} className="mr-2 inline-block">
            {group}
          </span>
        ))}
      </p>
      <CopyIcon text={secret} label="Copy secret" copied="Secret copied to clipboard" />
    </div>
  </div>
);
