import { defineHook } from "/millrace/millrace.js";

// The key is in the fragment, so it is in no request and in no log.
defineHook("inspector-key", {
    mounted(element, push) {
        const key = location.hash.slice(1);
        if (!key) return;
        history.replaceState(history.state, "", location.pathname + location.search);
        push(key);
    },
    updated() {},
    removed() {},
});

// Saves the text of an export as a file.
defineHook("inspector-save", {
    mounted(element) {
        const button = element.appendChild(document.createElement("button"));
        button.type = "button";
        button.textContent = "Save as a file";
        button.addEventListener("click", () => {
            const link = document.createElement("a");
            link.href = URL.createObjectURL(new Blob([document.querySelector("#source").textContent]));
            link.download = element.dataset.name;
            link.click();
            URL.revokeObjectURL(link.href);
        });
    },
    updated() {},
    removed() {},
});
